import { describe, expect, test } from 'vitest';
import {
  bearerPattern,
  findLeaks,
  keyPattern,
  type Leak,
  type Pattern,
  runtimePattern,
} from '../../src/cli/audit/find-leaks.ts';
import { gitObjects } from '../../src/cli/git/git-objects.ts';

const key = 'cp_7Qe+Zt/0aB9?x~LmN4>kY2';
const token = 'sk_live_51HxQ2eZvKYlo2C8nT3aBcDeF';

/** The leaks of all patterns in a text. */
const leaksIn = (text: string, ...patterns: readonly Pattern[]): readonly Leak[] =>
  findLeaks(Buffer.from(text, 'latin1'), patterns);

const sought = keyPattern(key);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the key', () => {
  test.each([0, 1, 2])('is found in base64 behind %d other bytes, in either alphabet', (shift) => {
    const written = Buffer.from(`${'.'.repeat(shift)}${key}..`);
    for (const text of [written.toString('base64'), written.toString('base64url')]) {
      expect(leaksIn(`"${text}"`, sought)).toMatchObject([{ kind: 'key', encoded: true, count: 1 }]);
    }
  });

  test.each([
    ['as it is', key, false],
    ['in base64', base64(key), true],
    ['percent-encoded in JSON', JSON.stringify({ a: encodeURIComponent(key) }), true],
    ['percent-encoded in full', [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''), true],
    ['percent-encoded in small letters', encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase()), true],
  ])('is found where it is: %s', (_, written, encoded) => {
    const before = 'const a = "b, c"; (d e f)'.repeat(3);
    const leaks = leaksIn(`${before}"${written}"; more()`, sought);
    expect(leaks).toEqual([{ kind: 'key', offset: expect.any(Number), encoded, count: 1 }]);
    expect(leaks[0]?.offset).toBeGreaterThanOrEqual(before.length);
    expect(leaks[0]?.offset).toBeLessThan(before.length + 9);
  });

  test.each([key.slice(1), key.slice(0, -1), key.toLowerCase(), base64(key.slice(2))])(
    'is not found where there is only something like it: %s',
    (text) => {
      expect(leaksIn(text, sought)).toEqual([]);
    },
  );

  test('is counted, and its first place is reported', () => {
    expect(leaksIn(`x(${base64(`"${key}"`)}) ${key} ${key}`, sought)).toMatchObject([
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
    expect(leaksIn(text, bearerPattern)).toEqual([{ kind: 'bearer', offset, encoded: false, count: 1 }]);
  });

  test.each([0, 1, 2, 3])('in base64, such as that of an inlined source map, is found: %d bytes before it', (shift) => {
    const text = base64(`{"a":"${' '.repeat(shift)}fetch(u,{headers:{Authorization:'Bearer ${token}'}})"}`);
    expect(leaksIn(`//# sourceMappingURL=data:application/json;base64,${text}`, bearerPattern)).toMatchObject([
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
    expect(leaksIn(text, bearerPattern)).toEqual([]);
  });
});

test('all that is sought is found in one search', () => {
  const text = `Symbol.for("control-api-sdk.error"); "Bearer ${token}"; "${key}"`;
  const leaks = leaksIn(text, sought, bearerPattern, runtimePattern);
  expect(leaks.map(({ kind, offset }) => [kind, offset])).toEqual([
    ['key', text.indexOf(key)],
    ['bearer', text.indexOf('Bearer')],
    ['runtime', text.indexOf('control-api-sdk')],
  ]);
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

  test.each([1, 2, 3, 64, 100_000])('are read one by one, in pieces of %d bytes', async (size) => {
    async function* pieces() {
      for (let at = 0; at < output.length; at += size) yield output.subarray(at, at + size);
    }
    const read: (string | undefined)[][] = [];
    for await (const { id, type, path, content } of gitObjects(pieces()))
      read.push([id, type, content?.toString(), path]);
    expect(read).toEqual(objects);
  });

  test('that are larger than 512 MB are passed over, and named', async () => {
    async function* pieces() {
      yield Buffer.from(`1111 blob ${2 ** 29} large\n`);
      for (let at = 0; at < 2 ** 29; at += 2 ** 20) yield Buffer.alloc(2 ** 20);
      yield Buffer.from('\n2222 blob 2 small\nhi\n');
    }
    const read: (string | undefined)[] = [];
    for await (const { path, content } of gitObjects(pieces())) read.push(path, content?.toString());
    expect(read).toEqual(['large', undefined, 'small', 'hi']);
  });
});
