import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import { createControlClient } from '../../src/index.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';

const typeDefs = `
  type Query { team: Team }
  type Team { devices(first: Int, after: String): DeviceConnection }
  type DeviceConnection { nodes: [Device!]!, pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type Device { id: ID!, name: String! }
`;
const TOTAL = 230;
const text =
  'query Devices($first: Int = 100, $after: String) { team { devices(first: $first, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }';
const Devices = new TypedOperation<object, { first?: number }, { 'team.devices': { id: string } }>(text, {
  name: 'Devices',
  kind: 'query',
  connections: {
    'team.devices': {
      path: ['team', 'devices'],
      items: ['nodes'],
      direction: 'forward',
      pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
      cursorVariable: 'after',
      sizeVariable: ['first'],
    },
  },
});

/** The service's limit, the form in which it refuses more, and the sizes of the pages that it was asked for. */
const service = { max: 100, form: 'error' as Form, asked: [] as number[] };
type Form = 'error' | 'null-data' | 'complexity' | 'status';

/** Refuses as Hot Chocolate does, beside the data; or as a limit of cost does, before anything is executed. */
const refusals: Readonly<Record<Form, (first: number) => object | undefined>> = {
  error: () => undefined,
  'null-data': (first) => ({ data: null, errors: [{ message: `${first} items are too many.` }] }),
  complexity: (first) => ({
    errors: [{ message: `The cost is ${3 * first}.`, extensions: { code: 'OPERATION_COST_TOO_HIGH' } }],
  }),
  status: () => ({}),
};

const yoga = createYoga({
  schema: createSchema({
    typeDefs,
    resolvers: {
      Team: {
        devices: (_: unknown, { first = TOTAL, after }: { first?: number; after?: string }) => {
          if (first > service.max)
            throw new GraphQLError('The maximum allowed items per page were exceeded.', {
              extensions: { code: 'HC0051', requestedItems: first, maxAllowedItems: service.max },
            });
          const start = after === undefined || after === null ? 0 : Number(after) + 1;
          const end = Math.min(TOTAL, start + first);
          const nodes = Array.from({ length: end - start }, (_it, at) => ({ id: `d${start + at}`, name: 'a' }));
          return { nodes, pageInfo: { hasNextPage: end < TOTAL, endCursor: String(end - 1) } };
        },
      },
      Query: { team: () => ({}) },
    },
  }),
  logging: false,
  maskedErrors: false,
});

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const { variables = {} } = JSON.parse(body);
  const first: unknown = variables.first;
  if (typeof first === 'number') {
    service.asked.push(first);
    const refusal = first > service.max ? refusals[service.form](first) : undefined;
    if (refusal) {
      response.writeHead(service.form === 'status' ? 502 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal));
      return;
    }
  }
  const answer = await yoga.fetch('http://service/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
});

let url = '';
let folder: Awaited<ReturnType<typeof folderWith>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await folderWith({ 'schema.graphql': typeDefs, 'devices.graphql': text });
});
afterAll(async () => {
  server.close();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  service.asked = [];
});

const env = () => ({ CONTROL_API_URL: url, CONTROL_API_KEY: 'emulator_for-every-limit' });
const client = () => createControlClient({ baseUrl: url, apiKey: 'emulator_for-every-limit' });
const lines = async (command: string) => {
  const { code, stdout, stderr } = await say(command, { cwd: folder.path, env: env() });
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return stdout.trim().split('\n').length;
};

/** How many devices each reader of lists brings. */
const readers: Readonly<Record<string, () => Promise<number>>> = {
  'devices()': async () => (await client().devices().toArray({ limit: 1_000 })).length,
  'paginate()': async () => (await client().paginate(Devices, { first: 100 }).toArray({ limit: 1_000 })).length,
  list: () => lines('list team.devices --format ndjson'),
  'request --paginate': () => lines(`request devices.graphql --paginate --var first=100 --format ndjson`),
};

const LIMITS = [1, 2, 3, 4, 5, 7, 9, 10, 11, 15, 19, 20, 21, 25, 30, 33, 40, 49, 50, 51, 60, 66, 75, 90, 99, 100];
const requests: Readonly<Record<number, number>> = { 100: 3, 50: 8, 30: 16, 10: 27 };

describe.each(Object.entries(readers))('%s reads a list whole', (_name, read) => {
  describe.each(['error', 'null-data', 'complexity'] as const)('where more is refused by %s', (form) => {
    test.each(LIMITS)('above %i at once', async (max) => {
      Object.assign(service, { max, form });
      expect(await read()).toBe(TOTAL);
      if (requests[max] !== undefined) expect(service.asked).toHaveLength(requests[max]);
    });
  });

  // Each failure that may pass is waited for.
  test.each([50, 100])('where more than %i at once brings down a gateway', async (max) => {
    Object.assign(service, { max, form: 'status' });
    expect(await read()).toBe(TOTAL);
  });
});
