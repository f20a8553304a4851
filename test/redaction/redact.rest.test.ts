import { describe, expect, test, vi } from 'vitest';
import { KeySearch, PieceFinder } from '../../src/redaction/key-search.ts';
import { createRedactor, REDACTED } from '../../src/redaction/redact.ts';
import { isFull } from '../helpers/cases.ts';
import { ordinaryJson } from './ordinary-json.ts';
import { canBeRead, drawFrom, encodings, faultOf, lifeOf } from './spellings.ts';

const KEYS = {
  'a random one': 'sk_live_9aZ+bQ/x7Lw=Tt0&',
  'one of digits': '48210375569023174406',
  'one full of signs': '%41\\u0041&#65;=41"/<a>\'`~',
  'the shortest allowed': 'q7%R"=a/',
};

const encode = (name: string, text: string, seed = 1): string => encodings[name]?.(text, drawFrom(seed)) ?? '';
const names = Object.keys(encodings);

describe.each(Object.entries(KEYS))('a key, %s,', (_name, key) => {
  const redactor = createRedactor([key]);

  test.each(names)('a key that is cut off at any length, in %s, leaves nothing readable', (name) => {
    const encoded = encode(name, `Bearer ${key}`);
    for (let end = 1; end <= encoded.length; end++) {
      const scrubbed = redactor.text(encoded.slice(0, end));
      expect(scrubbed.split(REDACTED).filter((piece) => canBeRead(piece, key, [name]))).toEqual([]);
    }
  });
});

const lives = Number(process.env['REDACT_LIVES'] ?? (isFull ? 1_000_000 : 5_000));
const firstSeed = Number(process.env['REDACT_SEED'] ?? 1);

test(`of ${lives} keys in random chains of encodings, none is left`, { timeout: 3_600_000 }, () => {
  const faults: unknown[] = [];
  for (let seed = firstSeed; seed < firstSeed + lives && faults.length < 10; seed++) {
    const life = lifeOf(seed);
    const fault = faultOf(life);
    if (fault !== undefined) faults.push({ fault, seed, ...life });
  }
  expect(faults).toEqual([]);
});

test('a key in the middle of a long text is removed', () => {
  const key = KEYS['a random one'];
  const encoded = Buffer.from(encodeURIComponent(Buffer.from(key).toString('base64'))).toString('hex');
  const redactor = createRedactor([key]);
  for (const at of [1, 196_608, 599_999]) {
    const around = (it: string) => `${'-'.repeat(at)} ${it} ${'-'.repeat(600_000 - at)}`;
    expect(redactor.text(around(key))).toBe(around(REDACTED));
    expect(redactor.text(around(encoded))).toBe(REDACTED);
  }
});

test('ordinary JSON loses no character', () => {
  const redactor = createRedactor(Object.values(KEYS));
  const size = isFull ? 100_000_000 : 5_000_000;
  const draw = drawFrom(7);
  let chunk = 0;
  for (let done = 0; done < size; ) {
    const value = ordinaryJson(draw, 500);
    const text = JSON.stringify(value);
    // As one text it is full of escapes, and costs a hundred times as much.
    const few = JSON.stringify(ordinaryJson(draw, 20));
    if (chunk++ % 20 === 0) expect(redactor.text(few) === few).toBe(true);
    done += text.length;
    expect(JSON.stringify(redactor.json(value)) === text).toBe(true);
  }
});

const pieces: readonly (readonly [what: string, piece: string])[] = [
  ['words', 'the quick brown fox '],
  ['backslashes', '\\'],
  ['percent signs', '%25'],
  ['stacked escapes of every kind', '\\\\%2525=3D3D&amp;#38;'],
  ['equals signs', '='],
  ['ampersands', '&#'],
  ['NULs', '\0'],
  ['a run of base64', Buffer.from('never the key, always text ').toString('base64')],
  [
    'base64 of base64 of text',
    Buffer.from(Buffer.from('never the key, always text! ').toString('base64')).toString('base64'),
  ],
  ['base32 in hexadecimal', '4d5a5857'],
  ['digits', '65 66,67 '],
  ['beginnings of the key', KEYS['a random one'].slice(0, 11)],
  ['beginnings of its base64', Buffer.from(KEYS['a random one']).toString('base64').slice(0, 12)],
];

test.each(pieces)('the work for %s grows linearly with the text', (_what, piece) => {
  const search = new KeySearch();
  search.add(KEYS['a random one']);
  const workFor = (size: number): number => {
    const budget = { steps: Number.MAX_SAFE_INTEGER };
    search.text(piece.repeat(Math.ceil(size / piece.length)), budget);
    return Number.MAX_SAFE_INTEGER - budget.steps;
  };
  expect(workFor(400_000) / workFor(50_000)).toBeLessThan(10);
});

test.each<readonly [what: string, piece: string]>([
  ...pieces,
  ['a letter', 'x'],
  ['a digit and spaces', `1${' '.repeat(9_000_000)}`],
])('a text of nine million characters is scrubbed or dropped, of %s', (_what, piece) => {
  const text = piece.repeat(Math.ceil(9_000_000 / piece.length));
  const scrubbed = createRedactor([KEYS['a random one']]).text(text);
  expect(scrubbed === text || scrubbed === REDACTED).toBe(true);
});

const draw = drawFrom(3);
const letters = Array.from({ length: 4096 }, () => String.fromCharCode(0x41 + Math.floor(draw() * 26))).join('');

test.each<[what: string, makeKey: (length: number) => string]>([
  ['random letters', (length) => letters.slice(0, length)],
  ['equal letters', (length) => 'a'.repeat(length)],
  ['pairs of letters', (length) => 'ab'.repeat(length / 2)],
])('the work for a text with many copies of a key does not grow with the key: %s', (_what, makeKey) => {
  const works = [64, 4096].map((length) => {
    const key = makeKey(length);
    const finder = new PieceFinder();
    finder.add(key, key);
    const text = key.repeat(2 ** 18 / length);
    const look = vi.spyOn(Map.prototype, 'has');
    const found = finder.find(text);
    const works = look.mock.calls.length;
    look.mockRestore();
    expect(found).toEqual([[0, 2 ** 18]]);
    return works;
  });
  expect(Math.max(...works)).toBeLessThan(2 * 2 ** 18);
});

describe('past the bound of work', () => {
  const key = KEYS['a random one'];
  const { json, text } = createRedactor([key]);

  test('the rest of an answer beyond the limit of work is dropped', () => {
    const costly = '%41'.repeat(50_000);
    const scrubbed = json([
      'fine',
      ...Array.from({ length: 40 }, () => costly),
      `the key is ${key}`,
      'fine',
    ]) as unknown[];
    const shown = scrubbed.findIndex((it) => it !== 'fine' && it !== costly);
    expect(shown).toBeGreaterThan(3);
    expect(shown).toBeLessThan(40);
    expect(scrubbed.slice(shown).every((it) => it === REDACTED)).toBe(true);
    expect(text('='.repeat(2 ** 26))).toBe(REDACTED);
    expect(text('a'.repeat(2 ** 26))).toBe(REDACTED);
    // Each value has a limit of its own.
    for (let time = 0; time < 40; time++) expect(text(costly) === costly).toBe(true);
  });

  test('errors beyond the limit of work keep their shape, with a message each', () => {
    const { errors } = createRedactor([key]);
    const costly = '%41'.repeat(50_000);
    const told = Array.from({ length: 40 }, (_, at) => ({ path: [costly], message: `error ${at}` }));
    const scrubbed = errors(told);
    expect(scrubbed.length).toBeLessThan(40);
    expect(scrubbed[0]).toMatchObject({ message: 'error 0' });
    expect(scrubbed.at(-1)).toMatchObject({ message: REDACTED });
    expect(scrubbed.every(({ message }) => typeof message === 'string')).toBe(true);
    expect(JSON.stringify(errors([{ message: '='.repeat(2 ** 26) }]))).toBe(`[{"message":"${REDACTED}"}]`);
  });

  test('a name beyond the limit of work is dropped if it has a key', () => {
    const costly = '%41'.repeat(50_000);
    for (const entries of [
      [key, 'a'],
      ['a', key],
    ]) {
      const object = Object.fromEntries(entries.map((name) => [name, Array.from({ length: 40 }, () => costly)]));
      expect(JSON.stringify(json([object, object]))).not.toContain(key.slice(0, 12));
    }
  });

  test('lists and objects beyond the limit of work end', () => {
    const many = Array.from({ length: 1_000_000 }, () => ({ id: 1 }));
    const copy = json(many) as unknown[];
    expect(copy.length).toBeLessThan(many.length);
    expect(JSON.stringify(copy.at(-1))).toContain(REDACTED);
    const object = json(Object.fromEntries(many.map((it, at) => [`name${at}`, it]))) as object;
    expect(Object.keys(object).length).toBeLessThan(many.length);
    expect(createRedactor([]).json(many)).toEqual(many);
  });
});
