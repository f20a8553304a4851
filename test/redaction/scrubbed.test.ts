// A few texts of each spelling. Measurements, and random chains by the thousand, are in redact.rest.test.ts.
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { PieceFinder } from '../../src/redaction/key-search.ts';
import { createRedactor, REDACTED } from '../../src/redaction/redact.ts';
import { canBeRead, drawFrom, encodings, faultOf, lifeOf } from './spellings.ts';

const KEY = 'sk_live_9aZ+bQ/x7Lw=Tt0&';
/** Fewer in each of a thousand mutants (evidence/mutation). */
const CHAINS = process.env['MUTATION_GROUP'] === undefined ? 300 : 30;
const redactor = createRedactor([KEY]);
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (text: string): string => bytes(text).toString('hex');
const base64 = (text: string): string => bytes(text).toString('base64');
const each = (text: string, write: (code: number) => string): string =>
  [...text].map((letter) => write(letter.charCodeAt(0))).join('');
const hexOf = (code: number, digits = 2): string => code.toString(16).padStart(digits, '0');

test('a plain key is cut out, and nothing beside it', () => {
  for (const [before, after] of [
    ['', ''],
    ['ä ', ' ä'],
    ['100 % = ', ' &amp; \\n \u2028'],
  ]) {
    expect(redactor.text(before + KEY + after)).toBe(before + REDACTED + after);
    expect(redactor.text(`${before}Bearer ${KEY}${after}`)).toBe(`${before}Bearer ${REDACTED}${after}`);
  }
});

test.each<[how: string, written: string]>([
  ['hexadecimal', hex(KEY)],
  ['hexadecimal in capitals', hex(KEY).toUpperCase()],
  ...[' ', ':', '-', ',', ';', '+', '\t', '\r\n'].map((by): [string, string] => [
    `hexadecimal, parted by ${JSON.stringify(by)}`,
    (hex(KEY).match(/../g) ?? []).join(by),
  ]),
  ['percent signs', each(KEY, (code) => `%${hexOf(code)}`)],
  ['percent signs, in capitals', each(KEY, (code) => `%${hexOf(code).toUpperCase()}`)],
  ['percent signs, twice', each(KEY, (code) => `%25${hexOf(code)}`)],
  ['percent signs, nine times', each(KEY, (code) => `%${'25'.repeat(8)}${hexOf(code)}`)],
  ['percent signs, where needed', encodeURIComponent(KEY)],
  ['\\x', each(KEY, (code) => `\\x${hexOf(code)}`)],
  ['\\u', each(KEY, (code) => `\\u${hexOf(code, 4)}`)],
  ['\\u, in capitals', each(KEY, (code) => `\\u${hexOf(code, 4).toUpperCase()}`)],
  ['\\u, escaped often', each(KEY, (code) => `\\\\\\\\\\\\u${hexOf(code, 4)}`)],
  ['a backslash before every letter', KEY.replace(/[^a-z0-9]/gi, '\\$&')],
  ['decimal entities', each(KEY, (code) => `&#${code};`)],
  ['decimal entities without semicolons', each(KEY, (code) => `&#${code} `).replaceAll(' ', ';')],
  ['hexadecimal entities', each(KEY, (code) => `&#x${hexOf(code)};`)],
  ['hexadecimal entities, in capitals', each(KEY, (code) => `&#X${hexOf(code).toUpperCase()};`)],
  ['hexadecimal entities, with zeros', each(KEY, (code) => `&#x000${hexOf(code)};`)],
  ['named entities', KEY.replace('+', '&plus;').replace('/', '&sol;').replace('=', '&equals;')],
  ['quoted-printable', each(KEY, (code) => `=${hexOf(code).toUpperCase()}`)],
  ['quoted-printable, in lines', KEY.replace('=', '=3D').replace(/.{5}/g, '$&=\r\n')],
  ['quoted-printable, in short lines', KEY.replace('=', '=3d').replace(/.{5}/g, '$&=\n')],
  ['UTF-16', each(KEY, (code) => `${String.fromCharCode(code)}\0`)],
  ['hexadecimal numbers', [...bytes(KEY)].map((byte) => `0x${hexOf(byte)}`).join(', ')],
  ['hexadecimal numbers, in capitals', [...bytes(KEY)].map((byte) => `0X${hexOf(byte).toUpperCase()}`).join()],
  ['hexadecimal numbers between colons', [...bytes(KEY)].map((byte) => `0x${hexOf(byte)}`).join(':')],
  [
    'hexadecimal words',
    bytes(KEY)
      .toString('hex')
      .replace(/.{1,8}/g, '0x$&, '),
  ],
  ['the JSON of a byte array', JSON.stringify(new Uint8Array(bytes(KEY)))],
  ['the JSON of a Buffer', JSON.stringify(bytes(KEY))],
  ['the JSON of a byte array, in JSON', JSON.stringify(JSON.stringify(new Uint8Array(bytes(KEY))))],
  ['decimal bytes', [...bytes(KEY)].join()],
  ['decimal bytes in lines', [...bytes(KEY)].join(',\r\n\t')],
  ['decimal bytes after others', `200 0 ${[...bytes(KEY)].join(' ')} 300`.replace('200 0 ', '').replace(' 300', '')],
])('a key is removed from %s', (_how, written) => {
  const around = [
    ['', ''],
    ['ä ', ' ä'],
    ['é', '\u2028'],
  ] as const;
  for (const [before, after] of around) expect(redactor.text(before + written + after)).toBe(REDACTED);
});

test.each([
  ['quot', '"'],
  ['num', '#'],
  ['percnt', '%'],
  ['amp', '&'],
  ['apos', "'"],
  ['plus', '+'],
  ['sol', '/'],
  ['colon', ':'],
  ['semi', ';'],
  ['lt', '<'],
  ['equals', '='],
  ['gt', '>'],
  ['bsol', '\\'],
  ['lowbar', '_'],
])('a key is removed with its sign written &%s;', (name, sign) => {
  const key = `abcdef${sign}ghijklmn`;
  const scrub = createRedactor([key]).text;
  expect(scrub(`ä ${key.replace(sign, `&${name};`)} ä`)).toBe(REDACTED);
  expect(scrub(`ä ${key.replace(sign, `&${name}x;`)} ä`)).not.toContain(REDACTED);
  expect(scrub(`ä ${key.replace(sign, `&${name.slice(1)};`)} ä`)).not.toContain(REDACTED);
});

test.each([
  ['\\n', 'n'],
  ['\\r', 'r'],
  ['\\t', 't'],
])('a key is removed in base64 whose lines are parted by an escape: %s', (mark) => {
  const lines = base64(`${KEY}${KEY}`).match(/.{1,16}/g) ?? [];
  expect(redactor.text(`ä ${lines.join(mark)} ä`)).toBe(REDACTED);
});

test.each(['base64', 'base64url'] as const)('a key is removed in %s, at every offset', (encoding) => {
  for (let offset = 0; offset < 6; offset++) {
    const written = bytes(`${'.'.repeat(offset)}${KEY}....`).toString(encoding);
    expect(redactor.text(`(${written})`)).toBe(REDACTED);
  }
});

test.each(['base64', 'base64url'] as const)('a key is removed in %s, with each of its signs', (encoding) => {
  const key = '~~~???>>>ooo~~~???>>>';
  const written = Buffer.from(key).toString(encoding);
  for (const sign of encoding === 'base64' ? '+/' : '-_') expect(written).toContain(sign);
  expect(createRedactor([key]).text(`(${written})`)).toBe(REDACTED);
});

test('a key is removed in hexadecimal that ends in 0, before a word that begins with x', () => {
  expect(createRedactor(['Z49MEGCR26I0']).text(`${hex('Z49MEGCR26I0')}x and more`)).toBe(REDACTED);
});

test('a key is removed in percent encoding with some plain characters', () => {
  const key = 'plain-twelve+ab/cd+ef';
  expect(createRedactor([key]).text(`ä ${encodeURIComponent(key)} ä`)).toBe(REDACTED);
});

test('a key is removed in decimal bytes that stand far apart', () => {
  const key = 'sk_live_0123456789abcdef';
  const bytes = [...Buffer.from(key)].join(`,${' '.repeat(2000)}`);
  expect(createRedactor([key]).text(`[${bytes}]`)).toBe(REDACTED);
});

test('a key is removed in lines of base32', () => {
  const written = encodings['base32']?.(KEY, () => 0) ?? '';
  const lines = written.match(/.{1,9}/g) ?? [];
  for (const by of ['\n', '\r\n']) expect(redactor.text(`(${lines.join(by)})`)).toBe(REDACTED);
});

test('a key is removed in base32, at every offset, in either case', () => {
  for (let offset = 0; offset < 9; offset++) {
    const written = encodings['base32']?.(`${'.'.repeat(offset)}${KEY}.....`, () => 0) ?? '';
    for (const it of [written, written.toLowerCase()]) {
      expect(redactor.text(`(${it})`)).toBe(REDACTED);
    }
  }
});

test('a key is removed in every pair of encodings', () => {
  const names = Object.keys(encodings);
  for (const [at, first] of names.entries()) {
    for (const second of names) {
      const draw = drawFrom(at);
      const written = encodings[second]?.(encodings[first]?.(KEY, draw) ?? '', draw) ?? '';
      const scrubbed = redactor.text(`ä ${written} ä`);
      expect(scrubbed, `${first}, ${second}`).toContain(REDACTED);
      expect(canBeRead(scrubbed, KEY, [first, second]), `${first}, ${second}`).toBe(false);
    }
  }
});

test('a key is removed in random chains of up to three encodings', () => {
  for (let seed = 1; seed <= CHAINS; seed++) expect(faultOf(lifeOf(seed)), `${seed}`).toBeUndefined();
});

test.each<[what: string, text: string]>([
  ['eleven characters of one', `ä ${KEY.slice(0, 11)} ä`],
  ['its last eleven', `ä ${KEY.slice(-11)} ä`],
  ['eleven of them in base64', base64(KEY.slice(0, 11))],
  ['eleven of them in hexadecimal', hex(KEY.slice(0, 11))],
  ['one that is cut through by another letter', `${KEY.slice(0, 11)}é${KEY.slice(11, 20)}`],
  ['one that is cut through in its base64', `${base64(KEY.slice(0, 9))}.${base64(KEY.slice(9, 18))}`],
  ['one that is cut through in its numbers', `${[...bytes(KEY)].slice(0, 9)},200,${[...bytes(KEY)].slice(9, 18)}`],
  ['one in four encodings', base64(base64(base64(base64(KEY))))],
  ['escapes that are none', '\\u12 \\xg1 %4 %zz &#; &#x; &amp &unknown; =4 =zz \\'],
  ['a text shorter than any key', 'sk_live'],
  ['nothing', ''],
])('a text without a key stays: %s', (_what, text) => {
  expect(redactor.text(text)).toBe(text);
});

test('a key of hexadecimal digits is removed in either case, in text and encoded', () => {
  const key = '3f9a0c57e1b24d68';
  const { text } = createRedactor([key]);
  for (const it of [key, key.toUpperCase()]) {
    expect(text(`ä ${it} ä`)).toBe(`ä ${REDACTED} ä`);
    expect(text(`ä ${it.slice(2, 14)} ä`)).toBe(`ä ${REDACTED} ä`);
    expect(text(`ä ${base64(it)} ä`)).toBe(REDACTED);
  }
});

test('every text stays if there is no key', () => {
  const none = createRedactor([]);
  expect(none.text(KEY)).toBe(KEY);
  expect(none.json([KEY, 48_210_375, [65, 66]])).toEqual([KEY, 48_210_375, [65, 66]]);
  expect(none.cause(KEY)).toBe(KEY);
});

describe('of several keys', () => {
  const keys = ['the-first-key-of-all', 'the-second-key-of-all', 'short:8)'];
  const scrub = createRedactor(keys).text;
  const nameOf = (at: number): string => createHash('sha256').update(String(at)).digest('hex');

  test('several keys are removed, with pieces of 12 characters of the longer ones', () => {
    for (const key of keys) expect(scrub(`ä ${key} ä`)).toBe(`ä ${REDACTED} ä`);
    expect(scrub('ä the-second-k ä')).toBe(`ä ${REDACTED} ä`);
    expect(scrub('ä the-second- ä')).toBe('ä the-second- ä');
    expect(scrub('ä short:8 ä')).toBe('ä short:8 ä');
  });

  test('several keys that touch or overlap leave one mark, and others leave their own', () => {
    expect(scrub('the-first-key-of-allthe-second-key-of-all')).toBe(REDACTED);
    expect(scrub('the-first-key-of-all the-first-key-of-all')).toBe(`${REDACTED} ${REDACTED}`);
    expect(scrub('the-first-key-of-all-key-of-all')).toBe(`${REDACTED}-key-of-all`);
  });

  test('a key that begins in the end of another is cut out with it', () => {
    const { text } = createRedactor(['abcdefghijklmnopqrst', 'opqrstuvwxyz0123']);
    expect(text('- abcdefghijklmnopqrstuvwxyz0123 -')).toBe(`- ${REDACTED} -`);
    expect(text('- abcdefghijklmnopqrstuvwxyz -')).toBe(`- ${REDACTED} -`);
    expect(text('- hijklmnopqrstuvwx efghijklmnop -')).toBe(`- ${REDACTED}uvwx ${REDACTED} -`);
  });

  test('a piece of a key does not extend from one key to the next', () => {
    const finder = new PieceFinder();
    for (const key of ['abcdefgh', 'ijklmnopqrstuvwx']) finder.add(key, key);
    const find = (text: string) => finder.find(text);
    expect(finder.least).toBe(8);
    expect(find('..abcdefghijkl')).toEqual([[2, 10]]);
    expect(find('..abcdefgh')).toEqual([[2, 10]]);
    expect(find('efghijklmnop')).toEqual([]);
    expect(find('ijklmnopqrst')).toEqual([[0, 12]]);
    expect(find('ijklmnopqrs')).toEqual([]);
  });

  test('each added key is removed by every copy of the redactor', () => {
    const redactor = createRedactor();
    const text = 'the-first-key, the-second-key';
    const value = { a: [{ b: 1 }] };
    expect(redactor.text(text)).toBe(text);
    expect(redactor.json(value)).toEqual(value);
    expect((redactor.json(value) as typeof value).a[0]).not.toBe(value.a[0]);
    redactor.add('the-first-key');
    redactor.add('the-first-key');
    expect(redactor.text(text)).toBe(`${REDACTED}, the-second-key`);
    expect(redactor.json({ [text]: 1 })).toEqual({ [`${REDACTED}, the-second-key`]: 1 });
    // A name that was searched before is searched again.
    expect(redactor.json({ 'the-second-key': 1 })).toEqual({ 'the-second-key': 1 });
    redactor.add('the-second-key');
    expect(redactor.json({ 'the-second-key': 1 })).toEqual({ [REDACTED]: 1 });
    expect(redactor.text(text)).toBe(`${REDACTED}, ${REDACTED}`);
    expect(redactor.json([text])).toEqual([`${REDACTED}, ${REDACTED}`]);
    expect(redactor.cause(new Error(text))).toMatchObject({ message: `${REDACTED}, ${REDACTED}` });
  });

  test('the last thousand keys are looked for', () => {
    const redactor = createRedactor();
    for (let at = 0; at <= 5_000; at++) {
      redactor.add(nameOf(at));
      if (at % 500 === 0 && at > 0) {
        const last = Array.from({ length: 10 }, (_, back) => nameOf(Math.max(0, at - back * 111)));
        expect(redactor.text(last.join())).toBe(last.map(() => REDACTED).join());
      }
    }
    for (const at of [0, 4_000]) expect(redactor.text(nameOf(at))).toBe(nameOf(at));
    expect(redactor.text(nameOf(4_001))).toBe(REDACTED);
    expect(redactor.text(`${nameOf(4_001).slice(0, 20)} ${nameOf(5_000).slice(4, 30)}`)).toBe(
      `${REDACTED} ${REDACTED}`,
    );
  });

  test('a forgotten key takes along no piece of the others', () => {
    const redactor = createRedactor();
    const keyOf = (at: number): string => `key-of-team-${at}-${nameOf(at)}`;
    redactor.add(keyOf(1000).toUpperCase());
    for (let at = 0; at <= 1000; at++) redactor.add(keyOf(at));
    expect(redactor.text(`${keyOf(0)}!`)).toBe(`${REDACTED}${keyOf(0).slice('key-of-team-'.length)}!`);
    for (const at of [1, 500, 1000]) expect(redactor.text(`${keyOf(at)}!`)).toBe(`${REDACTED}!`);
    expect(redactor.text(`${keyOf(1000).toUpperCase()}!`)).toBe(`${REDACTED}!`);
  });

  test('a new key adds its own pieces to those of the others', () => {
    const redactor = createRedactor();
    for (let at = 0; at < 900; at++) redactor.add(nameOf(at));
    redactor.text('a text without a key');
    const add = vi.spyOn(Map.prototype, 'set');
    redactor.add(nameOf(900));
    expect(redactor.text(`- ${nameOf(900)} -`)).toBe(`- ${REDACTED} -`);
    const added = add.mock.calls.length;
    add.mockRestore();
    // Each key has about four forms of 64 characters, with as many pieces.
    expect(added).toBeLessThan(4 * 2 * 64 + 20);
  });

  test('a key under eight characters is not looked for', () => {
    expect(createRedactor(['seven77']).text('a seven77 b seven77')).toBe('a seven77 b seven77');
    expect(createRedactor(['seven77', 'eight888']).text('seven77, eight888')).toBe(`seven77, ${REDACTED}`);
  });
});

test('strings, names and nested values of JSON are scrubbed in a copy, and the rest stays', () => {
  const value = { a: [KEY, { [`x ${KEY}`]: true, fine: null }], n: 1.5, u: undefined, ok: 'fine' };
  const copy = redactor.json(value);
  expect(copy).toEqual({ a: [REDACTED, { [`x ${REDACTED}`]: true, fine: null }], n: 1.5, u: undefined, ok: 'fine' });
  expect(value.a[0]).toBe(KEY);
  const plain = { a: { b: [1] } };
  expect(redactor.json(plain)).toEqual(plain);
  expect(redactor.json(plain)).not.toBe(plain);
  expect((redactor.json(plain) as typeof plain).a.b).not.toBe(plain.a.b);
});

test('a `__proto__` entry stays an entry, and inherited ones are left out', () => {
  const copy = redactor.json(JSON.parse(`{"__proto__":"${KEY}","x":1}`)) as object;
  expect(Object.getOwnPropertyDescriptor(copy, '__proto__')?.value).toBe(REDACTED);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  const inherited = Object.assign(Object.create({ late: KEY }), { own: 1 });
  expect(redactor.json(inherited)).toEqual({ own: 1 });
  Object.defineProperty(Object.prototype, 'forAll', {
    value: KEY,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    expect(Object.keys(redactor.json({ own: 1 }) as object)).toEqual(['own']);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'forAll');
  }
});

test('a repeated name is scrubbed each time', () => {
  const row = { [KEY]: 1, innocent_name: 2 };
  expect(redactor.json([row, row, row])).toEqual([1, 2, 3].map(() => ({ [REDACTED]: 1, innocent_name: 2 })));
});

test('numbers are scrubbed from eight digits on, with any sign', () => {
  const { json } = createRedactor(['12345678']);
  expect(json([0, 12_345_678, -12_345_678, 12_345_679, 1_234_567, 912_345_678, 12_345_678.5])).toEqual([
    0,
    REDACTED,
    REDACTED,
    12_345_679,
    1_234_567,
    REDACTED,
    REDACTED,
  ]);
  for (const key of ['10000000', '4821037556902317', '48210375569023174406', '482103755690231744061234'])
    expect(createRedactor([key]).json([Number(key), -Number(key)])).toEqual([REDACTED, REDACTED]);
  expect(createRedactor(['0012345678']).json([12_345_678, 12_345])).toEqual([REDACTED, 12_345]);
});

test('a list that holds a key as bytes is removed as a whole', () => {
  const list = [...bytes(KEY)];
  expect(redactor.json({ list: [1, 2, ...list, 255, 3], other: [1, 2] })).toEqual({
    list: [REDACTED],
    other: [1, 2],
  });
  expect(redactor.json(list.slice(3, 15))).toEqual([REDACTED]);
  expect(redactor.json([...bytes(base64(KEY))])).toEqual([REDACTED]);
  // Any run of numbers may be a list of bytes.
  expect(redactor.json([null, 'x', ...list, 'y'])).toEqual([REDACTED]);
  expect(redactor.json({ 0: 'x', ...Object.fromEntries(list.map((byte, at) => [at + 1, byte])) })).toBe(REDACTED);
  expect(redactor.json({ 3: 'x', more: [...list] })).toEqual({ 3: 'x', more: [REDACTED] });
  const cut = [...list.slice(0, 11), 'x', ...list.slice(11, 20)];
  expect(redactor.json(cut)).toEqual(cut);
  const strangers = [...list.slice(0, 11), -1, 0x7f, 300, ...list.slice(11, 20)];
  expect(redactor.json(strangers)).toEqual(strangers);
});

test.each<[what: string, wrap: (inner: unknown) => unknown]>([
  ['lists', (inner) => [inner]],
  ['objects', (inner) => ({ inner })],
])('a value deeper than 200 levels of %s is left out', (_what, wrap) => {
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : wrap(deep(levels - 1)));
  const text = (levels: number) => JSON.stringify(redactor.json(deep(levels)));
  expect(text(200)).toContain('"end"');
  expect(text(201)).toContain('"end"');
  expect(text(202)).toContain(`"${REDACTED}"`);
  expect(text(202)).not.toContain('"end"');
});

test('a foreign error becomes a new one with scrubbed name, message, code, stack, causes and errors', () => {
  const inner = Object.assign(new TypeError(`inner ${KEY}`), { code: `E_${KEY}` });
  const error = new AggregateError([inner, 7, `text ${KEY}`], `outer ${KEY}`, { cause: inner });
  error.name = `Odd ${KEY}`;
  error.stack = `stack ${KEY}`;
  const copy = redactor.cause(error) as AggregateError & { cause: unknown };
  expect(copy).toBeInstanceOf(Error);
  expect(copy).not.toBe(error);
  expect([copy.name, copy.message, copy.stack]).toEqual([`Odd ${REDACTED}`, `outer ${REDACTED}`, `stack ${REDACTED}`]);
  expect(copy.cause).toMatchObject({ name: 'TypeError', message: `inner ${REDACTED}`, code: `E_${REDACTED}` });
  // An error that is also the cause is kept once.
  expect(copy.errors).toEqual([`text ${REDACTED}`]);
  expect((copy.cause as Error).stack).not.toContain(KEY);
});

test('a foreign error with a circle of causes, or a long chain, ends', () => {
  const a = new Error('a');
  a.cause = new Error('b', { cause: a });
  expect((redactor.cause(a) as Error).cause).toMatchObject({ message: 'b' });
  expect(((redactor.cause(a) as Error).cause as Error).cause).toBeUndefined();
  let chain = new Error('0');
  for (let depth = 1; depth < 30; depth++) chain = new Error(`${depth}`, { cause: chain });
  let length = 0;
  for (let it: unknown = redactor.cause(chain); it instanceof Error; it = it.cause) length++;
  expect(length).toBe(20);
});

test.each([
  undefined,
  null,
  7,
  {},
  { name: 'x' },
  { message: 'x' },
  { name: 7, message: 'x' },
  { name: 'x', message: 7 },
])('a value that is not an error is left out: %j', (value) => {
  expect(redactor.cause(value)).toBeUndefined();
});

test('an error of another realm is an error, and gets no stack or cause that it lacks', () => {
  const copy = redactor.cause({ name: 'Odd', message: KEY, code: 7, errors: 'no' }) as Error;
  expect(copy).toMatchObject({ name: 'Odd', message: REDACTED });
  for (const field of ['cause', 'code', 'errors']) expect(copy).not.toHaveProperty(field);
});
