import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { uncertainArguments } from '../../src/graphql/connection.ts';
import { fieldsOf } from '../../src/graphql/fields.ts';
import { findList } from '../../src/operations/lists.ts';
import { realListings } from './real-listings.ts';

const schemaWith = (args: string, types = '', pageInfo = false) =>
  buildSchema(`${types}
    type Query { devices${args === '' ? '' : `(${args})`}: DeviceConnection }
    type DeviceConnection { nodes: [Device] ${pageInfo ? 'pageInfo: PageInfo!' : ''} }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Device { id: ID name: String }`);

function uncertain(
  args: string,
  types?: string,
  { isPaged = false, given = [] as readonly string[] } = {},
): readonly string[] {
  const [field] = fieldsOf(schemaWith(args, types).getQueryType() ?? undefined);
  const isGiven = (name: string) => given.includes(name);
  return field ? uncertainArguments(field, isPaged, isGiven).map(({ name }) => name) : expect.unreachable();
}

test.each(realListings)(
  'a listing of a common shape is read as it can be: $of',
  ({ args, types, pageInfo, verdict }) => {
    const schema = schemaWith(args, types, pageInfo);
    if (typeof verdict === 'string') return expect(findList(schema, 'devices').paged).toBe(verdict === 'paged');
    expect(uncertain(args, types)).toEqual(verdict);
    expect(() => findList(schema, 'devices')).toThrow('cannot be proven whole');
  },
);

const inputs = `
  enum Status { ON OFF }
  scalar DateTime
  input Plain { status: Status, name: String }
  input Counting { name: String, howMany: Int }`;

test.each([
  ...[
    'a: Boolean',
    'a: Status',
    'a: [Status!]',
    'of: ID',
    'ids: [ID!]',
    'teamId: ID',
    'a: Boolean = null',
    'tags: [String!]',
  ],
  ...['filter: Plain', 'where: [Plain!]', 'deviceFilter: Plain', 'orderBy: Plain', 'sort: String', 'search: String'],
  ...['query: String', 'q: String', 'order_by: [Plain!]', 'orderby: String', 'sortKey: String', 'sortkey: String'],
  // An absent filter leaves nothing out.
  ...[
    'filter: Counting',
    'search: String',
    'country: ID',
    'research_after: ID',
    'searchAfterwards: ID',
    'mysinceid: ID',
    'sinceIdea: ID',
  ],
])('an argument such as `%s` leaves a list whole', (args) => {
  expect(uncertain(args, inputs)).toEqual([]);
});

test.each([
  ...['max: Int = 2', 'start: Int', 'pagination: Plain', 'itemsPerPage: Int', 'rowLimit: Int', 'fromCursor: String'],
  ...['fromCursor: ID', 'after: ID', 'page: ID', 'a: Int', 'a: String', 'a: Float', 'a: DateTime', 'a: Plain'],
  ...['a: Boolean = false', 'a: Status = ON', 'filter: Plain = {status: ON}', 'filter: Plain = {}', 'filter: Plain!'],
  ...['filter: Int', 'sortLimit: String', 'search: [Int!]', 'search: String = "x"', 'order: Int = 1', 'a: ID!'],
  ...['searchAfter: [String!]', 'orderByCursor: Plain', 'quality: String', 'eq: String', 'orderBy: Plain!'],
  ...['pagination: ID', 'searchafter: ID', 'sinceid: ID', 'sinceId: ID', 'sinceID: ID', 'firstRow: ID', 'lastItem: ID'],
  ...['nextResult: ID', 'topRecord: ID', 'endNode: ID', 'startEntries: ID'],
])('an argument such as `%s` may cut a list', (args) => {
  expect(uncertain(args, inputs)).toEqual([args.split(':')[0]]);
});

const orders = [
  ...['sort: String = "name"', 'sort: [String!] = []', 'orderBy: Plain = {status: ON}', 'orderBy: [Status!]! = [ON]'],
  ...['sortKey: Status = ON', 'orderDirection: Status = ON', 'reverse: Boolean = false', 'sort_by: Status! = ON'],
];
const leavesOut = [
  ...['limit: Int = 10', 'status: String = "ONLINE"', 'window: Plain = {}', 'includeArchived: Boolean = false'],
  ...['status: Status = ON', 'last: Int = 3', 'order: Int = 1', 'before: String = "x"', 'region: String! = "all"'],
  ...['reverseLimit: Int = 1', 'ids: [ID!] = ["1"]'],
];

test.each(orders)('an argument with a default that orders leaves a list whole: %s', (args) => {
  for (const isPaged of [false, true]) expect(uncertain(args, inputs, { isPaged })).toEqual([]);
});

test.each(leavesOut)('an argument with a default that may leave items out leaves a list open: %s', (args) => {
  const [name = ''] = args.split(':');
  for (const isPaged of [false, true]) expect(uncertain(args, inputs, { isPaged })).toEqual([name]);
  expect(uncertain(args, inputs, { isPaged: true, given: [name] })).toEqual([]);
});

test('an argument that a page needs is given its size, or the beginning of the list', () => {
  const args = 'first: Int = 20, after: String! = "", before: ID = "0"';
  expect(uncertain(args, '', { isPaged: true })).toEqual(['before']);
  expect(uncertain('after: Int = 0, before: String = ""', '', { isPaged: true })).toEqual([]);
  expect(uncertain('after: String = "x"', '', { isPaged: true })).toEqual(['after']);
});

test.each([
  'status: String = "ONLINE"',
  'a: Boolean!',
  'filter: Plain!',
  'since: DateTime',
  'weight_gt: Int',
  'a: ID!',
])('the caller may give an argument that chooses: %s', (args) => {
  expect(uncertain(args, inputs, { given: [args.split(':')[0] ?? ''] })).toEqual([]);
});

test.each(['limit: Int = 10', 'page: String', 'options: Plain', 'a: Int'])(
  'the caller may not give an argument that counts or turns pages: %s',
  (args) => {
    const [name = ''] = args.split(':');
    expect(uncertain(args, inputs, { given: [name] })).toEqual([name]);
  },
);
