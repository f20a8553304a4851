import fc from 'fast-check';
import { buildSchema, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { everyPath } from '../../src/operations/every-path.ts';
import { parsePaths } from '../../src/operations/path.ts';
import { withUniqueNames, writeOperation } from '../../src/operations/write-operation.ts';
import { cases } from '../helpers/cases.ts';
import { relaySchema } from './github.ts';
import { randomSchema } from './random-schema.ts';
import { body, faults, linesOf, write } from './written.ts';

const relay = relaySchema();

test('operations for random, awkward schemas are valid', () => {
  let schemas = 0;
  fc.assert(
    fc.property(randomSchema, (sdl) => {
      const schema = buildSchema(sdl);
      // Some random schemas are invalid.
      fc.pre(validateSchema(schema).length === 0);
      schemas += 1;
      for (const kind of ['query', 'mutation'] as const) {
        for (const name of Object.keys(
          (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {},
        )) {
          expect(faults(schema, writeOperation(schema, { kind, names: [name] }).text)).toEqual([]);
        }
      }
      for (const path of everyPath(schema)) expect(faults(schema, writeOperation(schema, path).text)).toEqual([]);
    }),
    { numRuns: cases(60) },
  );
  expect(schemas).toBeGreaterThan(cases(40));
});

test('a path to the nodes means the connection', () => {
  for (const path of ['team.devices.nodes', 'team.members.edges', 'team.members.edges.node']) {
    expect(write(relay, path)).toEqual(write(relay, path.replace(/\.(nodes|edges).*/, '')));
  }
});

test('a path through the nodes pages through the outer connection, and selects whether an inner list has more', () => {
  const { text } = write(relay, 'team.devices.nodes.events');
  expect(text).toContain('($first: Int, $after: String, $eventsFirst: Int)');
  expect(text.match(/hasNextPage/g)).toHaveLength(2);
});

test('a screen has the identifying fields first, then the shortest; the file names the others', () => {
  const schema = buildSchema(`
      type Query { q: Int }
      type Mutation { create: Payload }
      type Payload { issue: Issue, errors: [UserError!]! }
      type UserError { field: String, message: String! }
      type Issue { ${Array.from({ length: 60 }, (_, index) => `field${index}: Int`).join(' ')} id: ID! name: String }`);
  const operation = write(schema, 'mutation create');
  expect(linesOf(operation)).toBe(40);
  expect(operation.text).toMatch(/^# Not selected: issue\.field\d+, /m);
  expect(operation.text).toMatch(/ {6}id\n {6}name\n {4}\}\n {4}errors \{\n {6}field\n {6}message/);
  const named = [...operation.text.matchAll(/issue\.field\d+/g)].length;
  expect(named + [...body(operation).matchAll(/^ {6}field\d+$/gm)].length).toBe(60);
});

test('exactly the named fields are selected, of the nodes of a connection and of a payload', () => {
  expect(body(write(relay, 'team.members', 'id,login'))).toContain(
    'edges {\n        node {\n          id\n          login\n        }\n      }\n      pageInfo {',
  );
  expect(body(write(relay, 'team.devices', '*'))).toMatch(/nodes \{\n {8}id\n(?: {8}\w+\n){5} {8}createdAt\n {6}\}/);
  expect(body(write(relay, 'mutation renameDevice', 'device.id'))).toContain('{\n    device {\n      id\n    }\n  }');
  expect(() => write(relay, 'team.devices', 'nmae')).toThrow('Did you mean "name"');
  expect(() => write(relay, 'team.plan', 'id')).toThrow('it has no fields');
});

test('deprecated arguments are skipped, unless they are required', () => {
  const schema = buildSchema('type Query { team(old: Int @deprecated, new: Int, must: Int!): String }');
  expect(body(write(schema, 'team'))).toBe(
    'query GetTeam($must: Int!, $new: Int) {\n  team(must: $must, new: $new)\n}\n',
  );
});

// Parts of outputs that `messages.test.ts` does not show.
test.each([
  [
    'a deprecated field can be requested by its path, and the file says so',
    'mutation removeDevice',
    '# removeDevice is deprecated: Devices are kept for good.',
  ],
  [
    'the fields of an edge are selected if edges are the only way to the items',
    'team.members',
    'edges {\n        role\n        node {',
  ],
  ['a requested interface is selected with fragments', 'node', '... on Robot {\n      login\n      model\n    }'],
  ['the variable of an argument with a default is optional', 'team.members', '($first: Int, $after: String)'],
  ['variables of nested fields are named after their path', 'team', '$membersFirst: Int'],
])('%s', (_sentence, path, part) => {
  expect(write(relay, path).text).toContain(part);
});

test('an object without a leaf field still has a selection', () => {
  const schema = buildSchema('type Query { team: Team } type Team { inner: Inner } type Inner { team: Team }');
  expect(body(write(schema, 'team'))).toBe('query GetTeam {\n  team {\n    __typename\n  }\n}\n');
});

describe('fields with one name and different types', () => {
  const schema = buildSchema(`
    type Query { event: Event deep: Outer }
    union Event = Started | Stopped | Failed
    type Started { at: Int! by: String }
    type Stopped { at: Int! by: String! }
    type Failed { at: String! by: [String] startedBy: Int }
    union Outer = One | Two
    type One { event: Event extra: Started }
    type Two { event: Event extra: Event }
  `);

  test('fields of the most frequent type keep the plain name, and the others get an alias', () => {
    const text = body(write(schema, 'event'));
    expect(text).toContain('... on Failed {\n      failedAt: at\n');
    expect(text).toContain('failedBy: by');
    expect(text).toContain('stoppedBy: by');
    expect(text).toMatch(/\.\.\. on Started \{\n {6}at\n {6}(startedBy_: )?by/);
    expect(faults(schema, text)).toEqual([]);
  });

  test('fields of different types have different keys in merged selections', () => {
    const { text } = write(schema, 'deep');
    expect(faults(schema, text)).toEqual([]);
    expect(text.match(/stoppedBy: by/g)?.length).toBeGreaterThan(1);
  });
});

test('a variable is named after the argument, and after its field if that name is taken', () => {
  const schema = buildSchema(
    'type Query { user(id: ID!): User } type User { team(id: ID!): Team } type Team { seat(id: ID!): String }',
  );
  expect(body(write(schema, 'user.team'))).toMatch(/\(\$id: ID!, \$teamId: ID!, \$seatId: ID!\)/);
});

test('variables are printed one per line if the line would be long', () => {
  const schema = buildSchema(
    'type Query { f(firstOfAll: Int, secondOfAll: String, thirdOfAll: Float, fourthOfAll: Boolean, fifthOfAll: ID, sixthOfAll: ID): Int }',
  );
  expect(write(schema, 'f').text).toContain('query GetF(\n  $firstOfAll: Int\n  $secondOfAll: String\n');
});

test.each([
  ['mutation renameDevice', 'RenameDevice', 'rename-device.graphql'],
  // Both roots have the field, so the name of the mutation has a suffix.
  ['mutation device', 'DeviceMutation', 'device-mutation.graphql'],
])('the path %s becomes the operation %s in %s', (path, name, fileName) => {
  expect(write(relay, path)).toMatchObject({ name, fileName });
});

test('names are unique in a folder that ignores case, and to a generator', () => {
  const schema = buildSchema('type Query { aB: Int a_b: Int AB: Int ab: Int }');
  const operations = withUniqueNames(everyPath(schema).map((path) => writeOperation(schema, path)));
  expect(new Set(operations.map(({ fileName }) => fileName.toLowerCase())).size).toBe(4);
  expect(new Set(operations.map(({ name }) => name.toLowerCase())).size).toBe(4);
  for (const { name, text } of operations) expect(text).toContain(`query ${name} {`);
  expect(operations).toEqual(withUniqueNames(everyPath(schema).map((path) => writeOperation(schema, path))));
});

test('paths begin at the query root, or at the root of the word before them', () => {
  expect(parsePaths(['team.devices', 'mutation', 'renameDevice', 'rebootDevice', 'query device'])).toEqual([
    { kind: 'query', names: ['team', 'devices'] },
    { kind: 'mutation', names: ['renameDevice'] },
    { kind: 'mutation', names: ['rebootDevice'] },
    { kind: 'query', names: ['device'] },
  ]);
});

test.each([
  ['team.devicez', /“Team” has no field “devicez”.*"devices"/],
  ['renameDevice', /Write `mutation renameDevice`\./],
  ['mutation search', /Write `query search`\./],
  ['team.name.length', /“Team.name” is a String/],
  ['team.no-name', /is not a valid GraphQL name/],
])('a path that does not exist suggests similar names: %s', (path, message) => {
  expect(() => write(relay, path)).toThrow(message);
});

test('a mutation path says that the schema has no mutations', () => {
  expect(() => write(buildSchema('type Query { team: Int }'), 'mutation team')).toThrow(/has no mutation type/);
});

test('the paths of --all are those of `team`, if the schema has it', () => {
  expect(everyPath(relay).map(({ kind, names }) => `${kind} ${names.join('.')}`)).toEqual([
    'query team',
    'query team.devices',
    'query team.applications',
    'query team.members',
    'mutation renameDevice',
    'mutation rebootDevice',
    'mutation device',
  ]);
});
