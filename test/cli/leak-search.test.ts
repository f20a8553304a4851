import { describe, expect, test } from 'vitest';
import { type Leak, LeakSearch, leakPatterns, type Sought } from '../../src/cli/audit/leak-search.ts';
import { gitObjects } from '../../src/cli/git/git-objects.ts';

const key = 'cp_7Qe+Zt/0aB9?x~LmN4>kY2';
const token = 'sk_live_51HxQ2eZvKYlo2C8nT3aBcDeF';

/** What is found in a text that arrives in pieces of so many bytes. */
function leaksIn(text: string, sought: Sought, size = 1 << 20): readonly Leak[] {
  const search = new LeakSearch(leakPatterns(sought));
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) search.add(bytes.subarray(at, at + size));
  return search.end();
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the key', () => {
  test.each([0, 1, 2])('is found in base64 behind %d other bytes, in either alphabet', (shift) => {
    const written = Buffer.from(`${'.'.repeat(shift)}${key}..`);
    for (const text of [written.toString('base64'), written.toString('base64url')]) {
      expect(leaksIn(`"${text}"`, { key })).toMatchObject([{ kind: 'key', encoded: true, count: 1 }]);
    }
  });

  test.each([
    ['as it is', key, false],
    ['in base64', base64(key), true],
    ['percent-encoded in JSON', JSON.stringify({ a: encodeURIComponent(key) }), true],
    ['percent-encoded in full', [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''), true],
    ['percent-encoded in small letters', encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase()), true],
  ])('is found where it is, in pieces of any size: %s', (_, written, encoded) => {
    const before = 'const a = "b, c"; (d e f)'.repeat(3);
    for (const size of [1, 7, 4096]) {
      const leaks = leaksIn(`${before}"${written}"; more()`, { key }, size);
      expect(leaks).toEqual([{ kind: 'key', offset: expect.any(Number), encoded, count: 1 }]);
      expect(leaks[0]?.offset).toBeGreaterThanOrEqual(before.length);
      expect(leaks[0]?.offset).toBeLessThan(before.length + 9);
    }
  });

  test.each([key.slice(1), key.slice(0, -1), key.toLowerCase(), base64(key.slice(2))])(
    'is not found where there is only something like it: %s',
    (text) => {
      expect(leaksIn(text, { key })).toEqual([]);
    },
  );

  test('is found at every place around the end of what is searched at once, and counted once', () => {
    const forms = [key, base64(key), encodeURIComponent(key)];
    const filler = 'abc.def (ghi) "jkl" '.repeat(60_000).slice(0, 1_048_576 - 100);
    for (const form of forms)
      for (let shift = 0; shift < 200; shift += 7) {
        const before = `${filler}${'.'.repeat(shift)}(`;
        const leaks = leaksIn(`${before}${form})${filler}`, { key }, 65_536);
        expect(leaks, `${form.slice(0, 9)} at ${shift}`).toMatchObject([{ offset: before.length, count: 1 }]);
      }
  });

  test('is counted, and its first place is reported', () => {
    expect(leaksIn(`x(${base64(`"${key}"`)}) ${key} ${key}`, { key })).toMatchObject([
      { offset: 4, encoded: true, count: 3 },
    ]);
  });
});

describe('a bearer token', () => {
  test.each([
    `headers:{Authorization:"Bearer ${token}"}`,
    `"authorization":"bearer ${token}"`,
    `h.set("authorization",\`BEARER ${token}\`)`,
    `{\\"Authorization\\":\\"Bearer\\u0020${token}\\"}`,
    `?h=Authorization:%20Bearer%20${token}`,
    `const t='Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'`,
    `curl -H 'Authorization: Bearer 550e8400-e29b-41d4-a716-446655440000'`,
  ])('in code is found: %s', (text) => {
    const offset = text.search(/bearer/i);
    expect(leaksIn(text, { bearer: true })).toEqual([{ kind: 'bearer', offset, encoded: false, count: 1 }]);
  });

  test.each([0, 1, 2, 3])('in base64, such as that of an inlined source map, is found: %d bytes before it', (shift) => {
    const text = base64(`{"a":"${' '.repeat(shift)}fetch(u,{headers:{Authorization:'Bearer ${token}'}})"}`);
    expect(leaksIn(`//# sourceMappingURL=data:application/json;base64,${text}`, { bearer: true })).toMatchObject([
      { kind: 'bearer', encoded: true, count: 1 },
    ]);
  });

  test.each([
    'Authorization: Bearer <API_KEY>',
    'Authorization: Bearer YOUR_API_KEY_GOES_HERE',
    'Authorization: Bearer xxxxxxxxxxxxxxxxxxxxxxxx',
    'Authorization: Bearer emulator_0123456789',
    `Authorization:\`Bearer \${accessToken.value1}\``,
    '"Bearer ".concat(accessTokenOfTheUser1)',
    'WWW-Authenticate: Bearer realm="a1b2c3d4e5f6g7h8"',
    'the bearer authentication-and-authorization-2 of old',
    'Bearer short1A',
  ])('is no placeholder, variable or word: %s', (text) => {
    expect(leaksIn(text, { bearer: true })).toEqual([]);
  });
});

test('all that is sought is found in one search, the next content begins anew', () => {
  const search = new LeakSearch(leakPatterns({ key, bearer: true, runtime: true }));
  const text = `Symbol.for("control-api-sdk.error"); "Bearer ${token}"; "${key}"`;
  search.add(Buffer.from(text));
  expect(search.end().map(({ kind, offset }) => [kind, offset])).toEqual([
    ['key', text.indexOf(key)],
    ['bearer', text.indexOf('Bearer')],
    ['runtime', text.indexOf('control-api-sdk')],
  ]);
  search.add(Buffer.from('nothing'));
  expect(search.end()).toEqual([]);
});

describe('objects of git', () => {
  const objects = [
    ['1111', 'commit', `tree 0\n\n${key}`, ''],
    ['2222', 'blob', 'nothing\n', 'a b.txt'],
    ['3333', 'blob', '', 'empty'],
    ['4444', 'blob', `${'x\n'.repeat(500)}${key}\n`, 'dir/with space.ts'],
    ['5555', 'blob', key.slice(0, 12), 'half'],
  ] as const;
  const output = Buffer.from(
    objects.map(([id, type, text, path]) => `${id} ${type} ${text.length} ${path}\n${text}\n`).join('gone missing\n'),
  );

  test.each([1, 2, 3, 64, 100_000])('are read one by one, in pieces of %d bytes, to their end or not', async (size) => {
    async function* pieces() {
      for (let at = 0; at < output.length; at += size) yield output.subarray(at, at + size);
    }
    const read: string[][] = [];
    for await (const { id, type, path, content } of gitObjects(pieces())) {
      const parts: Buffer[] = [];
      for await (const part of content) {
        parts.push(part);
        // A content that is not read on is passed over.
        if (path === 'dir/with space.ts') break;
      }
      read.push([id, type, Buffer.concat(parts).toString(), path]);
    }
    expect(read.map(([id]) => id)).toEqual(objects.map(([id]) => id));
    expect(read.filter(([id]) => id !== '4444')).toEqual(objects.filter(([id]) => id !== '4444'));
  });
});
