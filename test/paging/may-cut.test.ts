import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findList } from '../../src/explorer/list-path.ts';
import { fieldsOf } from '../../src/graphql/fields.ts';
import { uncertainArguments } from '../../src/graphql/uncertain-arguments.ts';
import { realListings } from './real-listings.ts';

const schemaWith = (args: string, types = '', pageInfo = false) =>
  buildSchema(`${types}
    type Query { devices${args === '' ? '' : `(${args})`}: DeviceConnection }
    type DeviceConnection { nodes: [Device] ${pageInfo ? 'pageInfo: PageInfo!' : ''} }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Device { id: ID name: String }`);

/** The arguments of a list that leave open whether it is whole. */
function uncertain(args: string, types?: string): readonly string[] {
  const [field] = fieldsOf(schemaWith(args, types).getQueryType() ?? undefined);
  return field ? uncertainArguments(field).map(({ name }) => name) : expect.unreachable();
}

test.each(realListings)(
  'a listing as people have it is read as it can be: $of',
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
  input Plain { status: Status, name: String, createdAfter: DateTime, temperature: Numbers, any: [Plain!], self: Plain }
  input Numbers { eq: Int, gt: Float, in: [Int!] }
  input Counting { name: String, howMany: Int }
  input Turning { name: String, cursor: String }
  input Times { before: DateTime, after: DateTime, equal: Int }
  input Sneaky { eqMany: Int }
  input Deep { inner: Inner } input Inner { back: Deep, deeper: Turning }`;

describe('an argument is known to leave a list whole', () => {
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
    ...['filter: Times', 'country: ID', 'research_after: ID', 'searchAfterwards: ID', 'mysinceid: ID', 'sinceIdea: ID'],
  ])('as `%s` does', (args) => {
    expect(uncertain(args, inputs)).toEqual([]);
  });

  test.each([
    ...['max: Int = 2', 'start: Int', 'pagination: Plain', 'itemsPerPage: Int', 'rowLimit: Int', 'fromCursor: String'],
    ...['fromCursor: ID', 'after: ID', 'page: ID', 'a: Int', 'a: String', 'a: Float', 'a: DateTime', 'a: Plain'],
    ...['a: Boolean = false', 'a: Status = ON', 'filter: Plain = {status: ON}', 'filter: Plain!', 'a: ID!'],
    ...['filter: Int', 'filter: Counting', 'filter: Turning', 'filter: Deep', 'sortLimit: String', 'search: [Int!]'],
    ...['searchAfter: [String!]', 'orderByCursor: Plain', 'filter: Sneaky', 'quality: String', 'eq: String'],
    ...[
      'pagination: ID',
      'searchafter: ID',
      'sinceid: ID',
      'sinceId: ID',
      'sinceID: ID',
      'firstRow: ID',
      'lastItem: ID',
    ],
    ...['nextResult: ID', 'topRecord: ID', 'endNode: ID', 'startEntries: ID'],
  ])('as `%s` does not', (args) => {
    expect(uncertain(args, inputs)).toEqual([args.split(':')[0]]);
  });
});
