import { describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import type { ControlClient } from '../../src/client/control-client.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import { byCursor } from '../helpers/by-cursor.ts';
import { laboratory, type Step } from '../helpers/laboratory.ts';

const list = new TypedOperation<unknown, { readonly after?: string }, { 'team.devices': unknown }>(
  'query List($after: String) { team { devices(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }',
  {
    name: 'List',
    kind: 'query',
    connections: { 'team.devices': byCursor('team.devices') },
  },
);

const page = (cursor: string): Step => ({
  body: JSON.stringify({
    data: { team: { devices: { nodes: [{ id: cursor }], pageInfo: { hasNextPage: true, endCursor: cursor } } } },
  }),
});
const refused = new TransportFailure('network', false, undefined, Object.assign(new Error(), { code: 'ECONNREFUSED' }));
/** So many tries fit into the time that a service which can't be connected to is given. */
const downFor5s = [refused, refused, refused, refused];

async function failureOf(steps: readonly Step[], read: (client: ControlClient) => AsyncIterable<unknown>) {
  const lab = laboratory(steps, { maxRetries: 1 });
  const failed = (async () => {
    for await (const _ of read(lab.client));
    return expect.unreachable('it was read whole');
  })().catch((error: unknown) => error);
  await lab.clock.advance(120_000);
  return { failure: await failed, sent: lab.sent.length };
}

describe('an error while a list is read counts all that was sent for it', () => {
  test('pages that arrived before, and each retry', async () => {
    const { failure, sent } = await failureOf([page('a'), page('b'), ...downFor5s], (client) => client.paginate(list));
    expect(sent).toBe(6);
    expect(failure).toMatchObject({ code: 'network', attempts: 6, outcome: 'unknown' });
  });

  test('the first request alone, where that fails', async () => {
    const { failure } = await failureOf(downFor5s, (client) => client.paginate(list));
    expect(failure).toMatchObject({ code: 'network', attempts: 4, outcome: 'not-sent' });
  });

  test('what was asked of the schema before', async () => {
    const learnt = [{ __schema: { queryType: { name: 'Query' } } }, { __type: { fields: [] } }];
    const steps = learnt.map((data) => ({ body: JSON.stringify({ data }) }));
    const { failure } = await failureOf(steps, (client) => client.devices());
    expect(failure).toMatchObject({ code: 'incomplete_list', attempts: 2, outcome: 'unknown' });
    const second = await failureOf([{ status: 503 }, ...downFor5s], (client) => client.devices());
    expect(second.failure).toMatchObject({ code: 'network', attempts: 4 });
  });
});
