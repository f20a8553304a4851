import { createServer } from 'node:http';
import {
  type ASTVisitor,
  buildSchema,
  GraphQLError,
  graphqlSync,
  parse,
  type ValidationContext,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { listen } from '../helpers/listen.ts';

/** The default limit of graphql-java 22: `__schema`, `__type` and lists of members of a type once in an operation. */
function goodFaithRule(context: ValidationContext): ASTVisitor {
  const counts = new Map<string, number>();
  return {
    Field({ name }) {
      const parent = context.getParentType()?.name ?? '';
      const counted =
        ['__schema', '__type'].includes(name.value) ||
        (parent === '__Type' && ['fields', 'inputFields', 'interfaces', 'possibleTypes'].includes(name.value));
      const place = `${parent}.${name.value}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      if (counted && (counts.get(place) ?? 0) > 1)
        context.reportError(
          new GraphQLError(
            `This request is not asking for introspection in good faith - ${place} is present too often!`,
          ),
        );
    },
  };
}

/** A depth limit that counts introspection and the innermost fields. */
function depthRule(limit: number) {
  return (context: ValidationContext): ASTVisitor => {
    let depth = 0;
    return {
      Field: {
        enter() {
          depth += 1;
          if (depth > limit) context.reportError(new GraphQLError(`Query is too deep: ${depth} is over ${limit}.`));
        },
        leave() {
          depth -= 1;
        },
      },
    };
  };
}

const closedRule = (context: ValidationContext): ASTVisitor => ({
  Field({ name }) {
    if (/^__(?:type|schema)$/.test(name.value))
      context.reportError(new GraphQLError('Introspection is turned off here.'));
  },
});

const all = Array.from({ length: 25 }, (_, index) => ({ id: `${index}`, name: `Device ${index}` }));
const tail = 'type PageInfo { hasNextPage: Boolean! endCursor: String } type Device { id: ID! name: String }';
const schemas = {
  whole: `type Query { team: Team! } type Team { devices(status: Status, filter: Filter): DeviceConnection! } enum Status { ON }
    input Filter { name: String, status: Status, inner: Filter } type DeviceConnection { nodes: [Device!]! } ${tail}`,
  paged: `type Query { team: Team! } type Team { devices(first: Int, after: String): DeviceConnection! }
    type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! } ${tail}`,
  lists: `type Query { team: Team! } type Team { devices(ids: [ID!], filter: Filter): DeviceConnection! }
    input Filter { names: [String!], any: [Filter!] } type DeviceConnection { nodes: [Device!]! } ${tail}`,
} as const;

type Rule = (context: ValidationContext) => ASTVisitor;
let rules: readonly Rule[] = [];
let schema = buildSchema(schemas.whole);
let refused = 0;

/** A list by pages of ten, or at once. */
const devices = ({ first, after }: { readonly first?: number; readonly after?: string }) => {
  const start = Number(after ?? 0);
  const nodes = first === undefined ? all : all.slice(start, start + Math.min(first, 10));
  return {
    __typename: 'DeviceConnection',
    nodes,
    pageInfo: { hasNextPage: start + nodes.length < all.length, endCursor: `${start + nodes.length}` },
  };
};

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { query, variables } = JSON.parse(Buffer.concat(chunks).toString());
  const errors = validate(schema, parse(query), [...rules]);
  if (errors.length > 0) refused += 1;
  const rootValue = { team: { __typename: 'Team', devices } };
  const answer =
    errors.length > 0 ? { errors } : graphqlSync({ schema, source: query, variableValues: variables, rootValue });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const apiKey = 'a-key-of-some-length';
async function readBoth(kind: keyof typeof schemas, ...given: readonly Rule[]) {
  rules = given;
  schema = buildSchema(schemas[kind]);
  refused = 0;
  await using client = createControlClient({ baseUrl: url, apiKey, maxRetries: 0 });
  const read = await client
    .devices()
    .toArray({ limit: 99 })
    .then(
      (found) => found.length,
      (error: Error) => error.message,
    );
  const env = { CONTROL_API_URL: url, CONTROL_API_KEY: apiKey };
  // `[Device!]!` is seven levels deep. If a limit hides that, a snapshot has the list.
  await using folder = await folderWith({ 'schema.graphql': schemas[kind] });
  const listed = await say('list team.devices --fields id --format ndjson', { env, cwd: folder.path });
  const short = await say('devices --fields id --format ndjson', { env });
  return { read, listed, short, refused };
}

describe('a list is read whole from a server', () => {
  const strict = [goodFaithRule, depthRule(5)];
  test.each<[string, keyof typeof schemas, readonly Rule[]]>([
    ['that asks for good faith', 'whole', [goodFaithRule]],
    ['that asks for good faith, and pages', 'paged', [goodFaithRule]],
    ['that asks for good faith, with lists as arguments', 'lists', [goodFaithRule]],
    ['of depth 5', 'whole', [depthRule(5)]],
    ['of depth 5, and pages', 'paged', [depthRule(5)]],
    ['of both limits', 'whole', strict],
    ['of both limits, and pages', 'paged', strict],
    ['of depth 8, with lists as arguments', 'lists', [depthRule(8)]],
    ['of depth 13', 'lists', [goodFaithRule, depthRule(13)]],
    ['without limits', 'lists', []],
  ])('a list is read whole from a server %s', async (_what, kind, given) => {
    const { read, listed, short } = await readBoth(kind, ...given);
    expect(read).toBe(25);
    for (const { code, stdout, stderr } of [listed, short]) {
      expect(stderr).toBe('');
      expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 25]);
    }
  });
});

test('a list with arguments that a limit hides may be cut off, and the error names one', async () => {
  const { read } = await readBoth('lists', depthRule(5));
  expect(read).toContain('`ids` may cut it off');
});

test('a server without introspection is reported in its own words', async () => {
  const { read, listed } = await readBoth('whole', closedRule);
  expect(read).toBe(
    'team.devices cannot be proven complete: the service does not show its schema: “Introspection is turned off here.”. Write an operation of your own for this schema, and read it with paginate() or request().',
  );
  expect(listed.code).not.toBe(0);
  expect(listed.stderr).toContain('Introspection is turned off here.');
});
