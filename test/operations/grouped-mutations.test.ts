import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  type GraphQLTypeResolver,
  getNullableType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { everyPath } from '../../src/operations/every-path.ts';
import { pathText } from '../../src/operations/path.ts';
import { withUniqueNames, writeOperation } from '../../src/operations/write-operation.ts';
import { messageOf } from '../helpers/texts.ts';
import { body, faults, write } from './written.ts';

const query = 'type Query { team: Team } type Team { id: ID! name: String } type Device { id: ID! name: String }';

/** Schemas by their style of grouping. The description of a field says that it is a mutation, or one behind another. */
const styles: Readonly<Record<string, string>> = {
  'below the documented root': `${query}
    type Mutation { team: TeamWrites! }
    type TeamWrites { id: ID! device(id: ID!): DeviceWrites! "acts" wipe: Boolean! "acts" rename(name: String!): Answer! }
    type DeviceWrites { "acts" rename(name: String!): Answer! "acts" reboot: Boolean! "acts" factoryReset: Boolean! "acts" delete: Gone! }
    type Answer { device: Device userErrors: [UserError!]! } type UserError { message: String! } type Gone { deletedId: ID }`,
  'by domains': `${query}
    type Mutation { devices: DeviceMutations users: UserMutations! "acts" logout: Boolean }
    type DeviceMutations { "acts" start(id: ID!): Device! "acts" stopAll: Int! "acts" old(id: ID!): Int @deprecated }
    type UserMutations { "acts" invite(email: String!): Invited } type Invited { id: ID! link(days: Int!): String }`,
  'as a tree': `${query}
    type Mutation { folder(id: ID!): FolderWrites }
    type FolderWrites { device(id: ID!): DeviceWrites "acts" rename(name: String!): Folder }
    type DeviceWrites { folder: FolderWrites "acts" move(to: ID!): Device } type Folder { id: ID! }`,
  'behind names that queries select by, too, and behind unions and interfaces': `type Query { graph(id: ID!): Graph graphs(after: String!): Graph }
    type Graph { id: ID! variant(name: String!): Variant } type Variant { name: String }
    type Mutation { graph(id: ID!): GraphWrites "acts" graphs(name: String!): GraphsWrites }
    type GraphWrites { variant(name: String!): VariantWrites proposal(id: ID!): ProposalResult "acts" rename(name: String!): Graph }
    type VariantWrites { name: String @deprecated "acts" delete: Boolean "acts" setReadme(text: String!): Variant any: Any }
    union ProposalResult = NotFound | ProposalWrites type NotFound { message: String! }
    type ProposalWrites { "acts" close(why: String): Boolean parent(id: ID!): ProposalResult }
    interface Any { stop(hard: Int): Boolean }
    type One implements Any { "acts" stop(hard: Int): Boolean "acts" only(this: Int): Boolean }
    type GraphsWrites { id: ID! "acts second" add(name: String!): Graph }`,
  'as a chain that creates first': `${query}
    type Mutation { "acts" createDevice(name: String!): DeviceWrites }
    type DeviceWrites { id: ID! "acts second" rename(name: String!): DeviceWrites "acts second" reboot: Boolean }`,
  flat: `${query}
    type Mutation { "acts" rename(id: ID!, name: String!): Payload "acts" reboot(id: ID!): Boolean "acts" device(id: ID!): Device }
    type Payload { device: Device avatar(size: Int): String query: Query }`,
};

/** Every executed mutation, by its type and name, in the order of execution. */
function executed(sdl: string, text: string): readonly string[] {
  const schema = buildSchema(sdl);
  const ran: string[] = [];
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (_object, _args, _context, info) => {
    const { description } = info.parentType.getFields()[info.fieldName] ?? {};
    if (description?.startsWith('acts')) ran.push(`${info.parentType.name}.${info.fieldName}`);
    const type = getNullableType(info.returnType);
    return isListType(type) ? [{}] : isObjectType(type) ? {} : 1;
  };
  const typeResolver: GraphQLTypeResolver<unknown, unknown> = (_object, _context, _info, type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => name);
    return names.find((name) => text.includes(`... on ${name} {`)) ?? names[0];
  };
  const document = parse(text);
  const variables = [...text.matchAll(/\$(\w+): (\w+)/g)].map(
    ([, name = '', type]) => [name, type === 'Int' ? 1 : '1'] as const,
  );
  const answer = execute({
    schema,
    document,
    fieldResolver,
    typeResolver,
    variableValues: Object.fromEntries(variables),
  });
  expect(answer).not.toHaveProperty('errors');
  return ran;
}

describe.each(Object.entries(styles))('mutations %s', (_style, sdl) => {
  const schema = buildSchema(sdl);
  const paths = everyPath(schema).filter(({ kind }) => kind === 'mutation');

  test('each mutation is written once, in an operation that runs it alone', () => {
    const written = withUniqueNames(paths.map((path) => writeOperation(schema, path)));
    const ran = written.map(({ text }) => {
      expect(faults(schema, text)).toEqual([]);
      return executed(sdl, text);
    });
    const acting = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields()).flatMap(({ name, description, deprecationReason }) =>
            description === 'acts' && deprecationReason == null ? [`${type.name}.${name}`] : [],
          )
        : [],
    );
    expect(ran.map((each) => each.length)).toEqual(ran.map(() => 1));
    expect(ran.flat().sort()).toEqual(acting.sort());
  });

  test('the refusal of a path that only leads to mutations names them, and each can be written', async () => {
    const above = new Set(
      paths.flatMap(({ names }) => names.slice(1).map((_, end) => names.slice(0, end + 1).join('.'))),
    );
    for (const path of above) {
      const message = await messageOf(() => write(schema, `mutation ${path}`));
      const [refusal, named = ''] = message.split(/ Add one of them: |\.$/);
      expect(refusal).toBe(`“mutation ${path}” only leads to mutations.`);
      for (const one of named.split(', ')) expect(executed(sdl, write(schema, one).text)).toHaveLength(1);
    }
  });
});

test('the paths of a schema are the mutations below its root, the shortest way to each', () => {
  const schema = buildSchema(styles['as a tree'] ?? '');
  const paths = everyPath(schema).map(pathText);
  expect(paths.filter((path) => path.startsWith('mutation'))).toEqual([
    'mutation folder.rename',
    'mutation folder.device.move',
  ]);
});

const chain = buildSchema(styles['as a chain that creates first'] ?? '');
const flat = buildSchema(styles['flat'] ?? '');

test.each([
  ['through a mutation to another', 'mutation createDevice.reboot', undefined, 'createDevice, createDevice.reboot'],
  ['to fields of the answer that act', 'mutation createDevice', 'id,reboot', 'createDevice, createDevice.reboot'],
])('an operation that would run two mutations is refused: %s', (_what, path, fields, named) => {
  expect(() => write(chain, path, fields)).toThrow(
    `“${path}” would run 2 mutations: ${named}. Write each on its own, or by hand if one only leads to the other.`,
  );
});

test('mutations and fields with arguments are not selected in a payload', () => {
  expect(body(write(chain, 'mutation createDevice'))).toBe(
    'mutation CreateDevice($name: String!) {\n  createDevice(name: $name) {\n    id\n  }\n}\n',
  );
  expect(body(write(flat, 'mutation rename'))).toBe(
    'mutation Rename($id: ID!, $name: String!) {\n  rename(id: $id, name: $name) {\n    device {\n      id\n      name\n    }\n  }\n}\n',
  );
});

test('fields that only choose are not mutations if queries reach the type of `team`', () => {
  const schema = buildSchema(`
    type Query { team: Team } type Mutation { team: Team }
    type Team { id: ID! devices(first: Int, after: String): [Device!]! rename(name: String!): Team addDevice(name: String!): Device }
    type Device { id: ID! reboot(force: Boolean!): Boolean }`);
  expect(everyPath(schema).map(pathText)).toEqual([
    'team',
    'team.devices',
    'team.rename',
    'team.addDevice',
    'mutation team.rename',
    'mutation team.addDevice',
  ]);
  expect(body(write(schema, 'mutation team.addDevice'))).not.toContain('reboot');
});

test.each([
  [
    'answers with a payload',
    'team(name: String!): Payload',
    'type Payload { team: Team userErrors: [E!]! } type E { message: String! }',
  ],
  ['answers with what queries reach', 'team(name: String!): Team', ''],
])('a mutation that is named `team` is written if it %s', (_what, field, types) => {
  const schema = buildSchema(`type Query { team: Team } type Team { id: ID! } type Mutation { ${field} } ${types}`);
  expect(everyPath(schema).map(pathText)).toEqual(['team', 'mutation team']);
});
