import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import fastify from 'fastify';
import { createSchema, createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlClient, createControlClient, isControlApiError } from '../../src/index.ts';

const typeDefs = /* GraphQL */ `
  type Query { team: Team, strict: Int!, private: Int, secret: Int! }
  type Mutation { rename(id: ID!, name: String!): Device, renameStrictly: Int! }
  type Team { devices: DeviceConnection!, plan: String }
  type DeviceConnection { nodes: [Device!]! }
  type Device { id: ID!, name: String! }
`;

/** An error as every server's resolvers throw it, without any one copy of graphql-js. */
const failure = (code: string): Error => Object.assign(new Error(`refused: ${code}`), { extensions: { code } });
const fails = (code: string) => () => {
  throw failure(code);
};

let renames = 0;
const device = { id: 'd1', name: 'Door' };
const resolvers = {
  Query: {
    team: () => ({ devices: { nodes: [device] } }),
    strict: fails('INTERNAL_SERVER_ERROR'),
    private: fails('FORBIDDEN'),
    secret: fails('UNAUTHENTICATED'),
  },
  Mutation: {
    rename: (_: unknown, { name }: { name: string }) => {
      renames += 1;
      return { ...device, name };
    },
    renameStrictly: () => {
      renames += 1;
      throw failure('INTERNAL_SERVER_ERROR');
    },
  },
  Team: { plan: fails('FORBIDDEN') },
};

interface Running {
  readonly url: string;
  close(): Promise<unknown>;
}

const servers: Readonly<Record<string, () => Promise<Running>>> = {
  'GraphQL Yoga': async () => {
    const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), maskedErrors: false, logging: false });
    const server = createServer(yoga);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    return {
      url: `http://127.0.0.1:${address.port}`,
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
  'Apollo Server': async () => {
    const server = new ApolloServer({ typeDefs, resolvers, includeStacktraceInErrorResponses: false });
    const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
    return { url: url.replace(/\/$/, ''), close: () => server.stop() };
  },
  Mercurius: async () => {
    const app = fastify();
    await app.register(mercurius, { schema: typeDefs, resolvers });
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
  },
};

const transports = { 'node:http': {}, fetch: { fetch: globalThis.fetch } } as const;
const list = 'query List { team { devices { nodes { id name } } } }';
const rename = 'mutation Rename($id: ID!, $name: String!) { rename(id: $id, name: $name) { id name } }';

describe.each(Object.entries(servers))('against %s', (_server, start) => {
  let running: Running;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  describe.each(Object.entries(transports))('over %s', (_transport, transport) => {
    let client: ControlClient;
    beforeAll(() => {
      client = createControlClient({ baseUrl: running.url, apiKey: 'key-for-real-servers', ...transport });
    });
    afterAll(() => client.close());

    const failureOf = async (document: string, variables: Record<string, unknown> = {}) => {
      const error = await client.request(document, variables).then(
        (data) => expect.unreachable(`answered ${JSON.stringify(data)}`),
        (thrown: unknown) => thrown,
      );
      if (!isControlApiError(error)) throw error;
      return error;
    };

    test('a read answers', async () => {
      expect(await client.request(list)).toEqual({ team: { devices: { nodes: [device] } } });
    });

    test('a write answers and is delivered once', async () => {
      const before = renames;
      expect(await client.request(rename, { id: 'd1', name: 'Gate' })).toEqual({ rename: { id: 'd1', name: 'Gate' } });
      expect(renames - before).toBe(1);
    });

    test.each([
      ['an unknown field', 'query Bad { team { nonsense } }', {}],
      ['a syntax error', 'query Bad { team {', {}],
      ['a missing variable', rename, { id: 'd1' }],
    ])('%s is a GraphQL error of nothing executed', async (_what, document, variables) => {
      const before = renames;
      const error = await failureOf(document, variables);
      expect(error).toMatchObject({ code: 'graphql', outcome: 'rejected', attempts: 1 });
      expect(error.errors?.length).toBeGreaterThan(0);
      expect(renames).toBe(before);
    });

    test('partial data comes with its errors, kept by execute and carried by the error of request', async () => {
      const document = 'query Partial { team { plan devices { nodes { id } } } }';
      const data = { team: { plan: null, devices: { nodes: [{ id: 'd1' }] } } };
      const answer = await client.execute(document);
      expect(answer.data).toEqual(data);
      expect(answer.errors).toMatchObject([{ path: ['team', 'plan'], extensions: { code: 'FORBIDDEN' } }]);
      expect(await failureOf(document)).toMatchObject({ code: 'graphql', outcome: 'unknown', data, attempts: 1 });
    });

    test('an error that empties the data is of unknown outcome, and its write is not repeated', async () => {
      const before = renames;
      const error = await failureOf('mutation Strict { renameStrictly }');
      expect(error).toMatchObject({ outcome: 'unknown', attempts: 1, operationKind: 'mutation' });
      expect(renames - before).toBe(1);
    });

    test('an authentication error in extensions says that the key was refused', async () => {
      expect(await failureOf('query Secret { secret }')).toMatchObject({
        code: 'unauthenticated',
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    });

    test('introspection needs no key', async () => {
      await using open = createControlClient({ baseUrl: running.url, apiKey: null, ...transport });
      expect(await open.request('query Schema { __schema { queryType { name } mutationType { name } } }')).toEqual({
        __schema: { queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } },
      });
    });
  });
});
