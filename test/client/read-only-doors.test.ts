import { parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import type { ControlClient } from '../../src/index.ts';
import { byCursor } from '../helpers/by-cursor.ts';
import { served } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';

/* docs/agents.md promises that no call evades CONTROL_API_ACCESS=read-only. Each way of the client is tried here, and the command line in test/cli/settings.test.ts. */

const mutation =
  'mutation Rename($after: String) { rename(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }';
const both = `query List { team { devices { nodes { id } } } }\n${mutation}`;
const connections = { rename: byCursor('rename') };
type Connections = { readonly rename: { readonly id: string } };
type Rename = TypedOperation<unknown, { after?: string }, Connections>;
const generated = (kind: 'query' | 'mutation'): Rename =>
  new TypedOperation<unknown, { after?: string }, Connections>(mutation, { name: 'Rename', kind, connections });
beforeEach(() => void vi.stubEnv('CONTROL_API_ACCESS', 'read-only'));
afterEach(() => void vi.unstubAllEnvs());

const ways = {
  'a generated operation': () => generated('mutation'),
  'a generated operation that calls itself a query': () => generated('query'),
  'a text': () => mutation,
  'a parsed document': () => parse(mutation),
  'a document of several operations, of which the query is named': () => both,
} as const;
const named = (document: unknown) => (document === both ? { operationName: 'List' } : {});

describe.each(Object.entries(ways))('CONTROL_API_ACCESS=read-only sends no mutation: %s', (_way, make) => {
  const calls: Record<string, (client: ControlClient) => Promise<unknown>> = {
    request: (it) => it.request(make() as string, {}, named(make())),
    execute: (it) => it.execute(make() as string, {}, named(make())),
    paginate: (it) => it.paginate(make() as Rename, {}).toArray({ limit: 5 }),
    'pages of paginate': async (it) => {
      for await (const page of it.paginate(make() as Rename, {}).pages()) expect.unreachable(String(page));
    },
  };
  test.each(Object.entries(calls))(
    'read-only access by the environment sends no mutation by %s',
    async (_call, send) => {
      const { server, client } = await served(undefined, { access: 'full' });
      // `paginate` takes generated operations alone, and throws at once for others.
      const error = await Promise.resolve()
        .then(() => send(client))
        .catch((it: unknown) => it);
      expect(['operation_not_allowed', 'configuration']).toContain(Object(error).code);
      expect((await serverSettled(server)).deliveries).toHaveLength(0);
    },
  );
});

test('the same calls send the mutation without read-only access', async () => {
  vi.unstubAllEnvs();
  const { server, client } = await served();
  await client.execute(generated('mutation'), {}).catch(() => undefined);
  expect((await serverSettled(server)).deliveries).toHaveLength(1);
});
