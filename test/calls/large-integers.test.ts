import { expect, test, vi } from 'vitest';
import type { ControlClientOptions, LargeIntegers } from '../../src/index.ts';
import { laboratory } from '../helpers/laboratory.ts';

const query = '{ a }';

const answered = (body: string, options: ControlClientOptions) => laboratory([{ body }], options).settle(query);

const large = `{"a":9007199254740993,"b":[-9007199254740993, 1,{"c":12345678901234567890}],"d":"9007199254740993, \\"9007199254740993",
  "e":1234567890123456789e2,"f":0.12345678901234567,"g":9007199254740991,"h":"\\ud8009007199254740993 \\uD801"}`;

const valueWith = (it: (digits: string) => unknown) => ({
  ...JSON.parse(large),
  a: it('9007199254740993'),
  b: [it('-9007199254740993'), 1, { c: it('12345678901234567890') }],
});

test.each<[LargeIntegers, (digits: string) => unknown]>([
  ['number', Number],
  ['string', String],
  ['bigint', BigInt],
])(
  'an integer beyond 2^53 arrives as a %s if the client asks for it, and other values stay',
  async (largeIntegers, form) => {
    expect(await answered(`{"data":${large}}`, { largeIntegers })).toMatchObject({ data: valueWith(form) });
  },
);

test('a body without large integers is parsed once', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const body = '{"data":{"a":900719925474099,"b":"x"}}';
  expect(await answered(body, { largeIntegers: 'bigint' })).toMatchObject({ data: { a: 900719925474099 } });
  expect(parse.mock.calls.filter(([text]) => text.includes('"data"'))).toEqual([[body]]);
  parse.mockRestore();
});

test.each<LargeIntegers>(['string', 'bigint'])(
  'a numeric key is cut out of an error as a %s',
  async (largeIntegers) => {
    const apiKey = '98765432109876543210';
    const entry = `{"message":"m","extensions":{"key":${apiKey}}}`;
    const lab = laboratory([{ body: `{"data":{"a":${apiKey},"b":${apiKey}1},"errors":[${entry}]}` }], {
      apiKey,
      largeIntegers,
    });
    const error = await lab.client.request(query).catch((it: unknown) => it);
    expect(error).toMatchObject({ data: { a: '[redacted]', b: expect.anything() } });
    expect(
      JSON.stringify(Object.entries(error as object), (_, it) => (typeof it === 'bigint' ? `${it}` : it)),
    ).not.toContain(apiKey);
  },
);

test('an answer that is nested too deep for exact integers is malformed', async () => {
  const deep = `${'['.repeat(20_000)}9007199254740993${']'.repeat(20_000)}`;
  expect(await answered(`{"data":{"a":${deep}}}`, { largeIntegers: 'bigint' })).toMatchObject({
    code: 'malformed_response',
  });
});
