import { expect, test } from 'vitest';
import { rowsOf } from '../../helpers/rows.ts';
import { answerCheckOf, watchedOperation } from '../../helpers/watched-operation.ts';

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
const found = (text: string, data: unknown, { openEnums = false, turn = 0, of = sdl } = {}) =>
  answerCheckOf(watchedOperation(of, text, openEnums))(data, turn).map(
    ({ coordinate, change }) => `${change} ${coordinate}`,
  );

test.each<[string, object, readonly string[]]>([
  ['fits its types', {}, []],
  ['has null where the type allows it', { colors: null, meta: null }, []],
  ['has fields that nobody asked for', { more: 1 }, []],
  ['has null where the type does not allow it', { name: null }, ['nullability-changed Device.name']],
  ['has null in a list of lists', { grid: [[1], [null]] }, ['nullability-changed Device.grid']],
  ['lacks a field', { name: undefined }, ['field-removed Device.name']],
  ['has a value that the enum does not', { color: 'GREEN' }, ['enum-value-added Color.GREEN']],
  ['has a value that is no name', { color: 'a secret, perhaps' }, ['enum-value-added Color.?']],
  ['has one value in place of a list', { colors: 'RED' }, ['type-changed Device.colors']],
  ['has a text in place of an object', { network: '10.0.0.1' }, ['type-changed Device.network']],
])('each change is reported once in an answer that %s', (_what, change, expected) => {
  expect(found(list, answer(change))).toEqual(expected);
});

test('an answer with thousands of items is checked in part, and every item has its turn', () => {
  const devices = Array.from({ length: 3_500 }, (_, index) => ({ id: '1', name: index === 3_497 ? null : 'a' }));
  const looks = [1, 2, 3, 4].map(
    (turn) => found('query Q { team { devices { id name } } }', { team: { devices } }, { turn }).length,
  );
  expect(looks.sort()).toEqual([0, 0, 0, 1]);
});

test('an answer may have one value of an enum with a thousand, and no other value', () => {
  const values = Array.from({ length: 1_000 }, (_, at) => `V${at}`);
  const large = `enum Large { ${values.join(' ')} } type Query { large: Large! }`;
  const check = answerCheckOf(watchedOperation(large, 'query Q { large }'));
  expect(values.flatMap((value) => check({ large: value }, 0))).toEqual([]);
  expect(check({ large: 'V1000' }, 0)).toMatchObject([{ coordinate: 'Large.V1000', change: 'enum-value-added' }]);
});

test('an open enum may have any value', () => {
  expect(found(list, answer({ color: 'GREEN' }), { openEnums: true })).toEqual([]);
});

test.each(
  rowsOf(`
a field under @include may be absent
  ? query Q($a: Boolean!) { team { devices { id @include(if: $a) } } }
  > {"team":{"devices":[{}]}}
a fragment on the same type may not be absent
  ? query Q { team { devices { ...C } } } fragment C on Device { id }
  > {"team":{"devices":[{}]}}
  = field-removed Device.id
a fragment applies to its type
  ? query Q { team { named { __typename ... on App { id } } } }
  > {"team":{"named":[{"__typename":"App","id":null}]}}
  = nullability-changed App.id
a fragment without __typename may be absent, and its values are judged
  ? query Q { team { named { ... on App { id } } } }
  > {"team":{"named":[{},{"id":null}]}}
  = nullability-changed App.id
`).map((row) => [row.what, row] as const),
)('%s', (_what, row) => {
  expect(found(row.one('?'), JSON.parse(row.one('>')))).toEqual(row.all('='));
});

test('a large integer fits a Float in each form of `largeIntegers`, and another text does not', () => {
  const changes = (data: object) =>
    found('query Used { used count }', data, { of: 'type Query { used: Float, count: Int }' });
  for (const used of [2 ** 53 + 2, '9007199254740993', 9007199254740993n, '-12345678901234567890', 1.5])
    expect(changes({ used, count: 1 })).toEqual([]);
  for (const used of ['12', 'many', '1.5', true, ['9007199254740993'], ' 9007199254740993'])
    expect(changes({ used, count: 1 })).toEqual(['type-changed Query.used']);
  expect(changes({ used: 1, count: '9007199254740993' })).toEqual(['type-changed Query.count']);
});
