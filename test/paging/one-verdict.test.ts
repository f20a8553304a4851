import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';
import { findList } from '../../src/operations/lists.ts';
import { createDevices } from '../../src/paging/devices.ts';
import { schemaService, sdlOf } from './schema-service.ts';

const types = `
  enum Status { ON OFF }
  scalar DateTime
  input Plain { status: Status, name: String, temperature: Numbers, any: [Plain!] }
  input Numbers { eq: Int, in: [Int!] }
  input Counting { name: String, howMany: Int }
  input Turning { plain: Plain, after: String }`;

const words = [
  'max',
  'first',
  'page',
  'Token',
  'By',
  'filter',
  'where',
  'Ids',
  'search',
  'size',
  'order',
  'from',
  'Row',
  'active',
];
const name = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('')),
  fc.stringMatching(/^[a-z][a-zA-Z]{0,7}$/),
);
const type = fc.constantFrom(
  ...[
    'Int',
    'Int = 2',
    'Float',
    'String',
    'String = "x"',
    'ID',
    '[ID!]',
    '[String!]',
    '[Int!]',
    'Boolean',
    'Boolean = null',
  ],
  ...[
    'Boolean = true',
    'Status',
    'Status = ON',
    '[Status!]',
    'DateTime',
    'Plain',
    '[Plain!]',
    'Plain = {}',
    'Counting',
    'Turning',
  ],
);
const listing = fc
  .dictionary(name, type, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  .map((args) => Object.entries(args).map(([name, type]) => `${name}: ${type}`));

const pageInfo = 'pageInfo { hasNextPage endCursor }';
const ways = {
  paged: {
    own: ['first: Int', 'after: String'],
    connection: 'nodes: [Device] pageInfo: PageInfo!',
    text: `query Q($first: Int, $after: String) { team { devices(first: $first, after: $after) { nodes { id } ${pageInfo} } } }`,
  },
  atOnce: { own: [], connection: 'nodes: [Device]', text: 'query Q { team { devices { nodes { id } } } }' },
};
const ownNames = /^(?:first|after)\b/;

function passes(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringContaining('cannot be proven whole') });
    return false;
  }
}

test('the client, the command line, the lint and drift agree whether a list is whole', async () => {
  const verdicts = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(ways)), listing, async ({ own, connection, text }, args) => {
      const sdlWith = (more: readonly string[]) =>
        sdlOf([...own, ...more].join(', '), { more: types, connection }).replaceAll('Rows', 'DeviceConnection');
      const sdl = sdlWith(args.filter((arg) => own.length === 0 || !ownNames.test(arg)));
      const source = { file: 'a.graphql', text };
      const operations = parseOperations([source]);
      const schema = buildSchema(sdl);
      const { send } = schemaService(() => sdl);
      const client = await createDevices(send)()
        .toArray({ limit: Number.POSITIVE_INFINITY })
        .then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ code: 'incomplete_list' });
            return false;
          },
        );
      const { findings } = checkDrift({
        snapshot: buildSchema(sdlWith([])),
        live: schema,
        operations: [source],
      });
      verdicts.add(`${client} ${own.length}`);
      expect({
        commandLine: passes(() => findList(schema, 'team.devices')),
        lint: findWarnings(schema, operations).length === 0,
        drift: findings.every(({ change }) => change !== 'paging-added'),
      }).toEqual({ commandLine: client, lint: client, drift: client });
    }),
    { numRuns: 100 },
  );
  expect(verdicts.size).toBe(4);
});
