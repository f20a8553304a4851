import { resolve } from 'node:path';
import { buildSchema, type GraphQLSchema, graphqlSync } from 'graphql';
import { describe, expect, test } from 'vitest';
import { answerShape } from '../../../src/drift/watch/answer-shape.ts';
import { checkAnswer } from '../../../src/drift/watch/check-answer.ts';
import { explainRefusal } from '../../../src/drift/watch/explain-refusal.ts';
import { type LiveTypes, questionFor, readLiveTypes } from '../../../src/drift/watch/live-type.ts';
import { readRefusal } from '../../../src/drift/watch/read-refusal.ts';
import type { Shape } from '../../../src/drift/watch/read-shape.ts';
import { typeText } from '../../../src/drift/watch/shaped-type.ts';
import { generateFrom, generateText } from '../../codegen/generate-text.ts';
import { cases } from '../../helpers/cases.ts';
import { emulated } from '../../helpers/emulated.ts';
import { randomQuery } from '../../helpers/random-query.ts';
import { shapeOf, watchedOperation } from '../../helpers/watched-operation.ts';

const sdl = `
enum Color { RED BLUE }
scalar JSON
input Place { site: ID!, rack: Int }
input Filter { color: Color, near: Place }
interface Named { name: String! }
type Network { address: String! }
type Device implements Named {
  id: ID!
  name: String!
  status: String!
  color: Color!
  colors: [Color!]
  grid: [[Int!]!]!
  meta: JSON
  network: Network
}
type App implements Named { id: ID!, name: String!, note: String }
union Thing = Device | App
type Team { devices(filter: Filter, first: Int): [Device!]!, named: [Named!]!, things: [Thing] }
type Query { team: Team!, device(id: ID!): Device }
type Mutation { move(id: ID!, place: Place!): Device! }
`;

describe('what generation writes beside an operation', () => {
  test('is read back as every field with its owner and type, fragments and literals included', () => {
    const operation = watchedOperation(
      sdl,
      `query All($filter: Filter, $ids: [ID!]! = ["a", "}"], $more: Boolean!) {
        team {
          list: devices(filter: $filter, first: 2) { ...Core grid @include(if: $more) network { address } }
          named { __typename name ... on Device { color } ...OnApp }
          things { kind: __typename ... on App { note } }
        }
        device(id: "} ... on App { \\" ") { id }
      }
      fragment Core on Device { id colors ... on Named { name } }
      fragment OnApp on App { note }`,
    );
    const shape = shapeOf(operation);
    const listed = [...shape.fields.values()].map(
      ({ node, owner, type }) => `${owner.name}.${node.name.value} ${typeText(type)}`,
    );
    expect(listed).toEqual([
      'Query.team Team!',
      'Team.devices [Device!]!',
      'Device.grid [[Int!]!]!',
      'Device.network Network',
      'Network.address String!',
      'Team.named [Named!]!',
      'Named.name String!',
      'Device.color Color!',
      'Team.things [Thing]',
      'App.note String',
      'Query.device Device',
      'Device.id ID!',
      'Device.id ID!',
      'Device.colors [Color!]',
      'Named.name String!',
      'App.note String',
    ]);
    expect([...shape.variables]).toEqual([
      ['filter', { type: 'Filter', hasDefault: false }],
      ['ids', { type: '[ID!]!', hasDefault: true }],
      ['more', { type: 'Boolean!', hasDefault: false }],
    ]);
  });

  test('knows more types than it has digits', () => {
    const many = Array.from({ length: 130 }, (_, index) => index);
    const schema = `type Query { ${many.map((n) => `f${n}: T${n}!`).join(' ')} } ${many.map((n) => `type T${n} { x: [ID] }`).join(' ')}`;
    const shape = shapeOf(watchedOperation(schema, `query All { ${many.map((n) => `f${n} { x }`).join(' ')} }`));
    const types = [...shape.fields.values()].flatMap(({ owner, type }) => (owner === shape.root ? typeText(type) : []));
    expect(types).toEqual(many.map((n) => `T${n}!`));
  });

  test('takes at most 200 bytes of an operation on average, on our own operations and on GitHub’s schema', async () => {
    const github = resolve('node_modules/@octokit/graphql-schema/schema.graphql');
    for (const [operations, schema] of [
      ['test/codegen/github/*.graphql', github],
      ['operations/*.graphql', resolve('documented.graphql')],
    ] as const) {
      const text = await generateFrom({ operations: resolve(operations), schema, output: 'x.ts', origins: true });
      const shapes = [...text.matchAll(/origin: \{ file: '[^']+\.graphql', shape: '([^']*)' \}/g)].map(
        ([, it = '']) => it,
      );
      expect(shapes.length).toBe(text.match(/new TypedOperation</g)?.length);
      expect(shapes.reduce((sum, { length }) => sum + length, 0) / shapes.length).toBeLessThanOrEqual(200);
    }
  });

  test('is left out unless `origins` asks for it', async () => {
    const operation = 'query A { team { named { name } } }';
    expect(await generateText(sdl, operation)).not.toContain('origin');
    expect(await generateText(sdl, operation, { origins: true })).toMatch(
      /origin: \{ file: '[^']*operations\.graphql', shape: 'Query\.\S+ Team\.\S+ Named\*\.\S+ String;1!2!\[!3!' \}/,
    );
  });
});

const list = 'query List { team { devices { id name color colors grid meta network { address } } } }';
const device = {
  id: '1',
  name: 'a',
  color: 'RED',
  colors: ['BLUE'],
  grid: [[1]],
  meta: { any: [null] },
  network: null,
};
const answer = (change: object = {}) => ({
  team: { devices: [device, { ...device, ...change }, { ...device, ...change }] },
});
const found = (text: string, data: unknown, { openEnums = false, turn = 0 } = {}) =>
  checkAnswer(answerShape(shapeOf(watchedOperation(sdl, text, openEnums))), data, turn).map(
    ({ coordinate, change }) => `${change} ${coordinate}`,
  );

describe('an answer', () => {
  test.each<[string, object, readonly string[]]>([
    ['fits its types', {}, []],
    ['has null where the type allows it', { colors: null, meta: null }, []],
    ['has fields that nobody asked for', { more: 1 }, []],
    ['has null where the type does not allow it', { name: null }, ['nullability-changed Device.name']],
    ['has null in a list', { colors: ['RED', null] }, ['nullability-changed Device.colors']],
    ['has null in a list of lists', { grid: [[1], [null]] }, ['nullability-changed Device.grid']],
    ['lacks a field', { name: undefined }, ['field-removed Device.name']],
    ['lacks a field that may be null', { meta: undefined }, ['field-removed Device.meta']],
    ['has a value that the enum does not', { color: 'GREEN' }, ['enum-value-added Color.GREEN']],
    ['has such a value in a list', { colors: ['RED', 'GREEN'] }, ['enum-value-added Color.GREEN']],
    ['has a value that is no name', { color: 'a secret, perhaps' }, ['enum-value-added Color.?']],
    ['has one value in place of a list', { colors: 'RED' }, ['type-changed Device.colors']],
    ['has a text in place of an object', { network: '10.0.0.1' }, ['type-changed Device.network']],
    ['has a list in place of an object', { network: [] }, ['type-changed Device.network']],
    [
      'has several of these',
      { name: null, color: 'X' },
      ['nullability-changed Device.name', 'enum-value-added Color.X'],
    ],
  ])('%s: each change is named once', (_what, change, expected) => {
    expect(found(list, answer(change))).toEqual(expected);
  });

  test.each<[string, object, readonly string[]]>([
    ['null', { name: null }, ['nullability-changed Device.name']],
    ['one field fewer', { name: undefined }, ['field-removed Device.name']],
    ['another field in its place', { name: undefined, title: null }, ['field-removed Device.name']],
  ])('has a plain list in which the last item has %s', (_what, change, expected) => {
    const items = [
      { id: '1', name: 'a' },
      { id: '2', name: 'a' },
      { id: '3', name: 'a', ...change },
    ];
    expect(
      found('query Q { team { devices { id name } } }', { team: { devices: JSON.parse(JSON.stringify(items)) } }),
    ).toEqual(expected);
  });

  test('with thousands of items is looked at in places, and every place has its turn', () => {
    const devices = Array.from({ length: 3_500 }, (_, index) => ({ id: '1', name: index === 3_497 ? null : 'a' }));
    const looks = [1, 2, 3, 4].map(
      (turn) => found('query Q { team { devices { id name } } }', { team: { devices } }, { turn }).length,
    );
    expect(looks.sort()).toEqual([0, 0, 0, 1]);
  });

  test('of open enums may hold any value', () => {
    expect(found(list, answer({ color: 'GREEN' }), { openEnums: true })).toEqual([]);
  });

  test.each<[string, string, unknown, readonly string[]]>([
    [
      'a field under @include may be absent',
      'query Q($a: Boolean!) { team { devices { id @include(if: $a) } } }',
      { team: { devices: [{}] } },
      [],
    ],
    [
      'a fragment under @skip may be absent',
      'query Q($a: Boolean!) { team { devices { ...C @skip(if: $a) } } } fragment C on Device { id }',
      { team: { devices: [{}] } },
      [],
    ],
    [
      'a fragment on the same type may not',
      'query Q { team { devices { ...C } } } fragment C on Device { id }',
      { team: { devices: [{}] } },
      ['field-removed Device.id'],
    ],
    [
      'a fragment on an interface of the object may not',
      'query Q { team { devices { ... on Named { name } } } }',
      { team: { devices: [{}] } },
      ['field-removed Device.name'],
    ],
    [
      'a part applies to its type',
      'query Q { team { named { __typename ... on App { id } } } }',
      { team: { named: [{ __typename: 'App', id: null }] } },
      ['nullability-changed App.id'],
    ],
    [
      'a part does not apply to another type',
      'query Q { team { named { __typename ... on App { id } } } }',
      { team: { named: [{ __typename: 'Device' }] } },
      [],
    ],
    [
      'a part without __typename may be absent; what is there is judged',
      'query Q { team { named { ... on App { id } } } }',
      { team: { named: [{}, { id: null }] } },
      ['nullability-changed App.id'],
    ],
  ])('%s', (_what, text, data, expected) => {
    expect(found(text, data)).toEqual(expected);
  });
});

test('an answer that fits is never reported: random operations over a schema with interfaces, unions and enums', async () => {
  const path = 'test/fixtures/relay.graphql';
  const service = emulated(path);
  const { schema } = service.world;
  let values = 0;
  for (let seed = 1; seed <= cases(150); seed += 1) {
    let state = seed;
    const draw = (bound: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % bound;
    };
    const text = randomQuery(schema, draw).replace(/^(?:query)?\s*\{/, 'query Random {');
    const { data } = await service.answer(text);
    if (!data) continue;
    const operation = watchedOperation(schema, text);
    values += JSON.stringify(data).split(':').length;
    expect(checkAnswer(answerShape(shapeOf(operation)), data, 0), text).toEqual([]);
  }
  expect(values).toBeGreaterThan(1_000);
});

/** What a server answers about the types of an operation. */
function asked(shape: Shape, live: GraphQLSchema, isWhole = true): LiveTypes {
  const names = [...shape.types.keys()];
  const { data, errors } = graphqlSync({ schema: live, source: questionFor(names, isWhole) });
  expect(errors).toBeUndefined();
  return readLiveTypes(names, data, isWhole);
}

/** What is explained when the schema moves, with the changes as `code coordinate → suggestion`. */
function explained(text: string, [from, to]: readonly [string, string], errors: readonly { message: string }[] = []) {
  expect(sdl).toContain(from);
  const shape = shapeOf(watchedOperation(sdl, text));
  // An interface of the type would refuse half of the moves.
  const live = buildSchema(sdl.replace(from, to).replace('type Device implements Named', 'type Device'));
  return explainRefusal(shape, asked(shape, live), readRefusal(errors, shape) ?? []).map(
    ({ change, coordinate, suggestion }) =>
      `${change} ${coordinate}${suggestion === undefined ? '' : ` → ${suggestion}`}`,
  );
}

describe('an explanation names what changed', () => {
  const names = 'query Names($first: Int) { team { devices(first: $first) { id name } } }';
  const move = 'mutation Move($place: Place!, $id: ID!) { move(id: $id, place: $place) { id } }';
  test.each<[string, string, readonly [string, string], readonly string[]]>([
    ['nothing changed', names, ['RED', 'RED'], []],
    ['what is not selected is not mentioned', names, ['  status: String!\n', ''], []],
    [
      'a new name of the same type',
      names,
      ['  name: String!\n  status', '  label: String!\n  status'],
      ['field-removed Device.name → label'],
    ],
    [
      'a field removed, with others of its type that were there before',
      names,
      ['  name: String!\n  status', '  status'],
      ['field-removed Device.name'],
    ],
    [
      'a name with another word and another type: nothing is guessed',
      names,
      ['  name: String!\n  status', '  displayName: String\n  status'],
      ['field-removed Device.name'],
    ],
    [
      'a field that may be null now',
      names,
      ['  name: String!\n  status', '  name: String\n  status'],
      ['nullability-changed Device.name'],
    ],
    [
      'a list of another length of types',
      names,
      ['first: Int): [Device!]!', 'first: Int): [Device]'],
      ['nullability-changed Team.devices'],
    ],
    ['another type', names, ['  id: ID!\n  name', '  id: Int!\n  name'], ['type-changed Device.id']],
    [
      'a list that became an object',
      names,
      ['first: Int): [Device!]!', 'first: Int): Network'],
      ['type-changed Team.devices'],
    ],
    [
      'an argument removed',
      names,
      ['filter: Filter, first: Int', 'filter: Filter'],
      ['argument-removed Team.devices(first:)'],
    ],
    [
      'an argument with another word: nothing is guessed',
      names,
      ['filter: Filter, first: Int', 'firstCount: Int'],
      ['argument-removed Team.devices(first:)'],
    ],
    ['an argument that is merely deprecated', names, ['filter: Filter, first: Int', 'first: Int @deprecated'], []],
    [
      'a new argument that is required',
      names,
      ['filter: Filter, first: Int', 'site: ID!, first: Int'],
      ['argument-required Team.devices(site:)'],
    ],
    ['a new argument with a default', names, ['filter: Filter, first: Int', 'site: ID! = 1, first: Int'], []],
    [
      'an argument that must not be null now',
      names,
      ['filter: Filter, first: Int', 'first: Int!'],
      ['type-changed Team.devices(first:)'],
    ],
    ['an argument that may be null now', move, ['move(id: ID!', 'move(id: ID'], []],
    ['an argument of another type', move, ['move(id: ID!', 'move(id: Int!'], ['type-changed Mutation.move(id:)']],
    [
      'a new input field that is required',
      move,
      ['site: ID!, rack: Int', 'site: ID!, rack: Int, row: Int!'],
      ['input-field-required Place.row'],
    ],
    [
      'an input field that became required',
      move,
      ['site: ID!, rack: Int', 'site: ID!, rack: Int!'],
      ['input-field-required Place.rack'],
    ],
    ['a new input field with a default', move, ['site: ID!, rack: Int', 'site: ID!, rack: Int! = 1'], []],
    ['mutations gone', move, ['type Mutation {', 'type Other {'], ['root-removed Mutation']],
    [
      'a type that a fragment names',
      'query N { team { named { ...A } } } fragment A on App { note }',
      [
        'App implements Named { id: ID!, name: String!, note: String }\nunion Thing = Device | App',
        'Program implements Named { name: String! }\nunion Thing = Device | Program',
      ],
      ['type-removed App'],
    ],
  ])('%s', (_what, text, moved, expected) => {
    const [from, to] = moved;
    expect(explained(text, [from, to])).toEqual(expected);
  });

  test('a variable inside a literal that no longer fits names the input field that it is given to', () => {
    const text = 'mutation Rack($rack: Int, $id: ID!) { move(id: $id, place: { site: "s", rack: $rack }) { id } }';
    const words = [
      'Variable "$rack" of type "Int" used in position expecting type "String".',
      'Type mismatch on variable $rack and argument rack (Int / String)',
    ];
    for (const message of words)
      expect(explained(text, ['site: ID!, rack: Int', 'site: ID!, rack: String'], [{ message }])).toEqual([
        'type-changed Place.rack',
      ]);
  });

  test('an argument that an older server may only hide is not called removed, unless the service says so', () => {
    const shape = shapeOf(watchedOperation(sdl, names));
    const live = buildSchema(sdl.replace('first: Int): [', 'first: Int @deprecated): ['));
    const types = new Map([...asked(shape, live, false)].filter(([name]) => name === 'Team'));
    expect(explainRefusal(shape, types, [])).toEqual([]);
    const said = { message: 'Unknown argument "first" on field "Team.devices".' };
    expect(explainRefusal(shape, types, readRefusal([said], shape) ?? [])).toMatchObject([
      { coordinate: 'Team.devices(first:)' },
    ]);
  });

  test('a name that the server proposes counts, where the schema has it', () => {
    const moved = ['  name: String!\n  status', '  title: Int\n  status'] as const;
    const message = 'Cannot query field "name" on type "Device". Did you mean "title"?';
    expect(explained(names, moved)).toEqual(['field-removed Device.name']);
    expect(explained(names, moved, [{ message }])).toEqual(['field-removed Device.name → title']);
  });
});
