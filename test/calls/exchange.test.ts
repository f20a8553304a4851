import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { graphql, laboratory, query } from '../helpers/laboratory.ts';

const nodes = { team: { devices: { nodes: [] } } };

test('a body is written once for all attempts, so `toJSON` of a variable is called once', async () => {
  let written = 0;
  const id = {
    toJSON: () => {
      written++;
      return 'd1';
    },
  };
  const lab = laboratory([{ status: 503 }, { status: 503 }]);
  expect(await lab.settle('query A($id: ID) { a(id: $id) }', { id })).toMatchObject({ meta: { attempts: 3 } });
  expect(new Set(lab.sent.map(({ body }) => body))).toEqual(
    new Set(['{"query":"query A($id: ID) { a(id: $id) }","variables":{"id":"d1"}}']),
  );
  expect(written).toBe(1);
});

test('each of many simultaneous requests gets its own answer', async () => {
  const lab = laboratory(({ body }) => graphql({ data: { is: JSON.parse(body).variables.id } }));
  const ids = Array.from({ length: 200 }, (_, index) => index);
  const calls = ids.map((id) => lab.settled('query A($id: Int) { a(id: $id) }', { id }));
  await lab.clock.advance(0);
  expect((await Promise.all(calls)).map((it) => (it as { data: { is: number } }).data.is)).toEqual(ids);
});

describe.each([
  ['by Node’s decoder where there is no global one', 'TextDecoder'],
  ['by the global decoder where there is no Node', 'node'],
])('is decoded %s', (_what, missing) => {
  /** Fresh modules: a decoder is made once for each. */
  const fresh = async (): Promise<typeof laboratory> => {
    vi.resetModules();
    if (missing === 'node')
      vi.doMock('../../src/transport/node-builtin.ts', () => ({
        builtin: () => undefined,
        isNode: false,
        isDeno: false,
      }));
    const { laboratory } = await import('../helpers/laboratory.ts');
    const { TextDecoder } = globalThis;
    if (missing === 'TextDecoder') vi.stubGlobal('TextDecoder', undefined);
    onTestFinished(() => {
      vi.stubGlobal('TextDecoder', TextDecoder);
      vi.doUnmock('../../src/transport/node-builtin.ts');
      vi.resetModules();
    });
    return laboratory;
  };

  test('an answer is decoded without its byte order mark', async () => {
    const lab = (await fresh())([{ body: `\ufeff${JSON.stringify({ data: nodes })}` }]);
    expect(await lab.settle(query)).toMatchObject({ data: nodes });
  });

  test('an answer that is not UTF-8 is refused, and no letter is replaced', async () => {
    const body = Buffer.from(JSON.stringify({ data: { name: 'Tür' } }), 'latin1');
    const lab = (await fresh())([{ body }]);
    expect(await lab.settle(query)).toMatchObject({
      code: 'malformed_response',
      message: expect.stringContaining('not UTF-8'),
    });
  });
});

test.each([
  // Some servers take the NUL for the end of the comment.
  'mutation A { a } # \0 mutation B { b }',
  'query A { a } newer syntax of a later year',
])('an unreadable document is sent with the operation name of its caller: %s', async (document) => {
  const lab = laboratory([{ status: 400 }]);
  const error = await lab.settle(document, { id: 1 }, { operationName: 'A' });
  expect(lab.sent.map(({ body }) => JSON.parse(body))).toEqual([
    { query: document, variables: { id: 1 }, operationName: 'A' },
  ]);
  expect(error).toMatchObject({ operationName: 'A', message: expect.stringContaining('It was not executed.') });
  expect(error).not.toHaveProperty('operationKind');
});
