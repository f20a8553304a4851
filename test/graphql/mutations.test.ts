import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { groupsMutations, isMutation } from '../../src/graphql/mutations.ts';

const answers = `
  type Query { device: Device search: Found }
  union Found = Device | Alert
  type Device { id: ID! name: String! tags(first: Int): [String!]! rename(name: String!): Boolean }
  type Alert { id: ID! }
  type Gone { deletedId: ID }
  enum Unit { METRIC IMPERIAL }
  scalar Upload
`;

const read = (sdl: string): GraphQLSchema => buildSchema(`${answers} ${sdl}`);
const groupsIn = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => groupsMutations(schema, type))
    .map(({ name }) => name);
const actingOf = (schema: GraphQLSchema, name: string): readonly string[] => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
  return Object.values(type.getFields()).flatMap((field) => (isMutation(schema, type, field) ? [field.name] : []));
};

test.each([
  [
    'a field with an optional argument',
    'type Mutation { devices: Writes } type Writes { stop(force: Boolean): Gone }',
    ['Writes'],
  ],
  ['a field that needs a text, and returns one', 'type Mutation { a: A } type A { name(is: String!): String }', ['A']],
  [
    'a field that reports an id',
    'type Mutation { work: W } type W { ping: ID! received(message: String): ID! }',
    ['W'],
  ],
  [
    'a type that leads to itself',
    'type Mutation { folder: F } type F { deeper: F rename(name: String!): Gone }',
    ['F'],
  ],
  [
    'an interface, and a type of it',
    'type Mutation { a: I } interface I { go(id: ID!): Gone } type A implements I { go(id: ID!): Gone }',
    ['A', 'I'],
  ],
  ['a union with such a type', 'type Mutation { any: Any } union Any = A type A { go(id: ID!): Gone }', ['A', 'Any']],
  ['the type of the documented root', 'type Mutation { team: Writes } type Writes { reboot: Boolean! }', ['Writes']],
])('a type groups mutations: %s', (_what, sdl, expected) => {
  expect([...groupsIn(read(sdl))].sort()).toEqual(expected);
});

test.each([
  [
    'one that chooses a unit',
    'type Mutation { measure(id: ID!): Payload } type Payload { width(unit: Unit, digits: Int): Float }',
  ],
  [
    'one with errors',
    'type Mutation { a(id: ID!): P } type P { userErrors: [E!]! isDone(deep: Boolean): Boolean } type E { message: String! }',
  ],
  [
    'one with the id of the mutation',
    'type Mutation { a(id: ID!): P } type P { clientMutationId: String isDone(deep: Boolean): Boolean }',
  ],
  ['a type that queries reach', 'type Mutation { device(id: ID!): Device alert: Alert }'],
  ['a type that nothing reaches', 'type Mutation { a: Int } type Apart { go(id: ID!): Gone }'],
  ['a schema without mutations', ''],
])('a type does not group mutations: %s', (_what, sdl) => {
  expect(groupsIn(read(sdl))).toEqual([]);
});

const grouped = read(`
  type Mutation { team: TeamWrites! query: Query createDevice(name: String!): DeviceWrites }
  type TeamWrites {
    id: ID!
    device(id: ID!): DeviceWrites!
    devices(deviceIds: [Int!]!, unit: Unit!, options: Upload): [DeviceWrites!]!
    import(file: Upload!): DeviceWrites!
    query: Query
  }
  type DeviceWrites { id: ID! rename(name: String!): Device reboot: Boolean! delete: ID start: DeviceWrites! }
`);

test.each([
  // A field that needs a name or a file may create the object that it returns.
  ['Mutation', ['createDevice']],
  ['TeamWrites', ['import']],
  ['DeviceWrites', ['rename', 'reboot', 'delete', 'start']],
])('the mutations of %s are %j', (name, expected) => {
  expect(actingOf(grouped, name)).toEqual(expected);
});
