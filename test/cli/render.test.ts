import fc from 'fast-check';
import truncatedWidth from 'fast-string-truncated-width';
import { describe, expect, test } from 'vitest';
import { counted } from '../../src/cli/calls/listing.ts';
import { csvLine, writeListing } from '../../src/cli/calls/write-listing.ts';
import { table } from '../../src/cli/table.ts';
import { json, visible } from '../../src/cli/terminal.ts';
import { listenedIo } from '../helpers/cli-in-process.ts';

const asItIs = (text: string): string => text;
const plain = { columns: undefined, heading: asItIs };
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

/** Characters that act on a terminal: control characters and direction marks. */
const acts = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

test('escape sequences in a name are displayed, not executed', () => {
  const name = '\u001b[2J\u001b]0;owned\u0007\r\nroot\u009b31m\u202egnp.exe';
  expect(visible(name)).toBe('\\u001b[2J\\u001b]0;owned\\u0007\\u000d\\u000aroot\\u009b31m\\u202egnp.exe');
});

test('neither a table nor JSON lets a control character through', () => {
  fc.assert(
    fc.property(anyText, anyText, (id, name) => {
      expect(table(['ID', 'NAME'], [[id, name]], plain)).not.toMatch(acts);
      expect(json({ id, name })).not.toMatch(acts);
      expect(JSON.parse(json({ id, name }))).toEqual({ id, name });
    }),
  );
});

test('a table has a header and an aligned line for each row', () => {
  const rows = [
    ['1', 'one'],
    ['1000', null],
  ];
  expect(table(['ID', 'NAME'], rows, plain)).toBe('ID    NAME\n1     one\n1000\n');
});

test('a table aligns wide characters by their width in columns', () => {
  const lines = table(
    ['NAME', 'ID'],
    [
      ['温度計', 'a'],
      ['🛰️', 'b'],
      ['e\u0301', 'c'],
    ],
    plain,
  )
    .split('\n')
    .slice(0, 4);
  const starts = lines.map(
    (line) => truncatedWidth(line).width - truncatedWidth(line.trim().split(/\s+/)[1] ?? '').width,
  );
  expect(new Set(starts).size).toBe(1);
});

test('a table of prose is never wider than the terminal, and marks cut cells', () => {
  const prose = anyText.map((text) => `a ${text} z`);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(prose, prose), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 12, max: 80 }),
      (rows, columns) => {
        for (const line of table(['ID', 'NAME'], rows, { columns, heading: asItIs }).split('\n')) {
          expect(truncatedWidth(line).width).toBeLessThanOrEqual(columns);
        }
      },
    ),
  );
  expect(table(['ID'], [['датчик номер 5']], { columns: 9, heading: asItIs })).toBe('ID\nдатчик н…\n');
});

test('a table cuts only columns with several words in a cell, so no id, date or coordinate', () => {
  const row = ['device_04f7561b', 'A gate beside the long road', '2026-11-28T10:00:00Z', '[52.52,13.405]'];
  expect(table(['ID', 'NOTE', 'SEEN', 'POSITION'], [row], { columns: 64, heading: asItIs }).split('\n')[1]).toBe(
    'device_04f7561b  A gate b…  2026-11-28T10:00:00Z  [52.52,13.405]',
  );
  expect(table(['ID'], [['abcdefghij']], { columns: 6, heading: asItIs })).toBe('ID\nabcdefghij\n');
});

test('a table styles only its header', () => {
  const heading = (text: string): string => `<${text}>`;
  expect(table(['ID'], [['1']], { columns: undefined, heading })).toBe('<ID>\n1\n');
});

test('a table can have many rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => [String(index)]);
  expect(table(['ID'], rows, plain).length).toBeGreaterThan(200_000);
});

describe('CSV follows RFC 4180', () => {
  /** An independent reader by the grammar of the RFC. */
  function read(text: string): (string | null)[][] {
    const rows: (string | null)[][] = [];
    let row: (string | null)[] = [];
    const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
    for (let match = field.exec(text); match !== null; match = field.exec(text)) {
      row.push(match[1]?.replaceAll('""', '"') ?? (match[2] || null));
      if (match[3] === '\r\n') {
        rows.push(row);
        row = [];
      }
      if (field.lastIndex === text.length) break;
    }
    return rows;
  }

  test('CSV can be read back, and null and the empty text differ', () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyText), { minLength: 2, maxLength: 4 }), (row) => {
        expect(read(csvLine(row))).toEqual([row]);
      }),
    );
  });

  test.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'say "no"'], '"a,b","say ""no"""\r\n'],
    [['two\r\nlines', null], '"two\r\nlines",\r\n'],
    [['', ' padded '], '""," padded "\r\n'],
  ])('CSV of %j follows RFC 4180', (row, line) => {
    expect(csvLine(row)).toBe(line);
  });
});

test.each(['table', 'csv', 'json', 'ndjson'] as const)(
  'a list that goes to a file as %s ends with its number of rows, on stderr',
  async (format) => {
    for (const [isFile, said] of [
      [true, ['2 devices']],
      [false, []],
    ] as const) {
      const notes: string[] = [];
      const { io } = listenedIo({ isFile });
      async function* pages() {
        yield [{ id: '1' }];
        yield [{ id: '2' }, { id: '3' }];
      }
      const listing = { pages: pages(), fields: [['id']], noun: 'devices' };
      await writeListing(listing, { limit: 2, format }, { ...io, note: (text) => notes.push(text) });
      expect(notes).toEqual(said);
    }
  },
);

test('a list without pages may be longer than the arguments of a call', async () => {
  const { io, written } = listenedIo();
  async function* pages() {
    yield new Array<number>(200_000).fill(7);
  }
  await writeListing({ pages: pages(), fields: [[]], noun: 'sizes' }, { limit: undefined, format: 'json' }, io);
  expect(written().stdout).toHaveLength('[\n  7'.length + ',\n  7'.length * 199_999 + '\n]\n'.length);
});

test.each([
  ['devices', '1 device'],
  ['gateways', '1 gateway'],
  ['policies', '1 policy'],
  ['addresses', '1 address'],
  ['releases', '1 release'],
  ['status', '1 status'],
  ['access', '1 access'],
])('a count of one of the %s reads “%s”', (noun, text) => {
  expect(counted(1, noun)).toBe(text);
  expect(counted(2, noun)).toBe(`2 ${noun}`);
});
