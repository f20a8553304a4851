import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, fetchExchange } from '@urql/core';
import { GraphQLClient } from 'graphql-request';
import { gql } from 'graphql-tag';
import { graphql, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { Devices, type DevicesQuery, Rename } from '../../test/types/generated/relay.ts';
import * as trees from '../../test/types/generated/relay-ast.ts';

let server: Emulator;
let url: string;
let headers: { authorization: string };
let expected: DevicesQuery;

beforeAll(async () => {
  server = await startEmulator({ schema: resolve('test/fixtures/relay.graphql'), devices: 3 });
  url = `${server.url}/graphql`;
  headers = { authorization: `Bearer ${server.key}` };
  expected = await createControlClient({ baseUrl: server.url, apiKey: server.key }).request(Devices, { first: 2 });
  expect(expected.team.devices.nodes).toHaveLength(2);
});
afterAll(() => server.close());

const apollo = () => new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
const urql = () => new Client({ url, exchanges: [fetchExchange], preferGetMethod: false, fetchOptions: { headers } });

test('graphql-request takes a generated operation, typed', async () => {
  const { team } = await new GraphQLClient(url, { headers }).request(Devices, { first: 2 });
  expect({ team }).toEqual(expected);
  const names: string[] | undefined = team.devices.nodes?.map((node) => node?.name ?? '');
  expect(names).toHaveLength(2);
});

test('msw takes a generated operation, typed', async () => {
  const answer: DevicesQuery = {
    team: { devices: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
  };
  const handlers = [
    graphql.query(Devices, ({ variables }) => {
      expect(variables.first).toBe(2);
      return HttpResponse.json({ data: answer });
    }),
    graphql.mutation(Rename, ({ variables }) =>
      HttpResponse.json({
        data: { renameDevice: { device: { id: variables.input.id, name: variables.input.name, status: 'ONLINE' } } },
      }),
    ),
  ];
  const mocks = setupServer(...handlers);
  mocks.listen({ onUnhandledRequest: 'error' });
  try {
    const control = createControlClient({ baseUrl: server.url, apiKey: server.key });
    expect(await control.request(Devices, { first: 2 })).toEqual(answer);
    const renamed = await control.request(Rename, { input: { id: '1', name: 'new' } });
    expect(renamed.renameDevice?.device?.name).toBe('new');
  } finally {
    mocks.close();
  }
});

test('urql takes the text of a generated operation', async () => {
  const { data, error } = await urql().query(String(Devices), { first: 2 }).toPromise();
  expect(error).toBeUndefined();
  expect(data).toEqual(expected);
});

test('Apollo Client takes the text of a generated operation through gql', async () => {
  const { data } = await apollo().query({ query: apolloGql(String(Devices)), variables: { first: 2 } });
  // Apollo adds a __typename to every selection.
  expect(data).toMatchObject(expected);
  const again = await apollo().query({ query: gql(String(Devices)), variables: { first: 2 } });
  expect(again.data).toMatchObject(expected);
});

test('`fetch` takes a generated operation in a JSON body', async () => {
  const body = JSON.stringify({ query: Devices, variables: { first: 2 } });
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(await response.json()).toEqual({ data: expected });
});

describe('the emulator says to a client with other habits what is documented', () => {
  const documented = 'a POST of a JSON object';

  test('the emulator tells urql, which sends queries by GET, what is documented', async () => {
    const byDefault = new Client({ url, exchanges: [fetchExchange], fetchOptions: { headers } });
    const { error } = await byDefault.query(String(Devices), { first: 2 }).toPromise();
    expect(error?.message).toContain(documented);
  });

  test('the emulator tells Apollo Client, which can batch, what is documented', async () => {
    const link = new BatchHttpLink({ uri: url, headers });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const failure = await client
      .query({ query: apolloGql(String(Devices)), variables: { first: 2 } })
      .catch((error: unknown) => error);
    expect(inspect(failure)).toContain(documented);
  });

  test('the emulator refuses a form of curl, and answers it with the header of the manual', async () => {
    const curl = async (...more: string[]) => {
      const args = ['-sS', url, '-H', `Authorization: Bearer ${server.key}`, ...more];
      const { stdout } = await promisify(execFile)('curl', [...args, '-d', '{ "query": "{ team { __typename } }" }']);
      return JSON.parse(stdout);
    };
    expect(await curl()).toMatchObject({ errors: [{ message: expect.stringContaining(documented) }] });
    expect(await curl('-H', 'content-type: application/json')).toEqual({ data: { team: { __typename: 'Team' } } });
  });

  test('the emulator tells a client of persisted queries what is documented', async () => {
    const persisted = new PersistedQueryLink({ sha256: () => 'hash' }).concat(new HttpLink({ uri: url, headers }));
    const client = new ApolloClient({ link: persisted, cache: new InMemoryCache() });
    const failure = await client
      .query({ query: apolloGql(String(Devices)), variables: { first: 2 } })
      .catch((error: unknown) => error);
    expect(inspect(failure)).toContain(documented);
  });
});

describe('a syntax tree is taken, typed, by', () => {
  const variables = { first: 2 };

  test('graphql-request takes a syntax tree, typed', async () => {
    const { team } = await new GraphQLClient(url, { headers }).request(trees.Devices, variables);
    expect({ team }).toEqual(expected);
  });

  test('msw takes a syntax tree, typed', async () => {
    const data = { team: { devices: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } } };
    const mocks = setupServer(graphql.query(trees.Devices, () => HttpResponse.json({ data })));
    mocks.listen({ onUnhandledRequest: 'error' });
    try {
      expect(await new GraphQLClient(url).request(trees.Devices, variables)).toEqual(data);
    } finally {
      mocks.close();
    }
  });

  test('urql takes a syntax tree, typed', async () => {
    const { data } = await urql().query(trees.Devices, variables).toPromise();
    const names: string[] | undefined = data?.team.devices.nodes?.map((node) => node?.name ?? '');
    expect(data).toEqual(expected);
    expect(names).toHaveLength(2);
  });

  test('Apollo Client takes a syntax tree, typed', async () => {
    const { data } = await apollo().query({ query: trees.Devices, variables });
    const id: string | undefined = data?.team.devices.nodes?.[0]?.id;
    expect(data).toMatchObject(expected);
    expect(id).toBeTypeOf('string');
  });
});
