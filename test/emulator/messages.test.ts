import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { messageOf, texts } from '../helpers/texts.ts';

const schema = `
type Query { team: Team! device(id: ID!): Device! }
type Subscription { renamed: Device }
type Team { devices(first: Int, after: String): DeviceConnection! }
type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Device { id: ID! name: String! }`;

test('the messages of the emulator read as reviewed', async () => {
  await using emulator = await startEmulator({ schema });
  const { url, key, port } = emulator;
  const answer = async (
    query: string,
    init: RequestInit = {},
    headers: Record<string, string> = {},
    path = '/graphql',
  ) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      ...(init.method !== 'GET' && { body: JSON.stringify({ query }) }),
      ...init,
    });
    const { errors } = (await response.json()) as { errors: readonly { message: string }[] };
    return `${response.status}: ${errors.map(({ message }) => message).join('\n')}`;
  };
  const parts: (readonly [string, string])[] = [
    ['another path', await answer('{ team { __typename } }', {}, {}, '/')],
    ['another method', await answer('', { method: 'GET' })],
    ['another type of content', await answer('', {}, { 'content-type': 'text/plain' })],
    ['another key', await answer('{ team { __typename } }', {}, { authorization: 'Bearer other' })],
    ['no key', await answer('{ team { __typename } }', { headers: { 'content-type': 'application/json' } })],
    ['a subscription', await answer('subscription { renamed { id } }', {}, { accept: 'application/json' })],
    ['an unknown field', await answer('{ team { gadgets } }')],
    ['a negative size', await answer('{ team { devices(first: -1) { nodes { id } } } }')],
    ['an unknown cursor', await answer('{ team { devices(after: "x") { nodes { id } } } }')],
    ['an unknown id', await answer('{ device(id: "x") { id } }')],
  ];
  const failing: Readonly<Record<string, Parameters<typeof startEmulator>[0]>> = {
    'an option out of range': { devices: -1 },
    'a schema that is invalid': { schema: 'type Query {' },
    'a schema file that is missing': { schema: 'no/such.graphql' },
    'a port in use': { port },
  };
  for (const [what, options] of Object.entries(failing))
    parts.push([what, (await messageOf(() => startEmulator(options))).replaceAll(String(port), '<port>')]);
  await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/messages.txt');
});
