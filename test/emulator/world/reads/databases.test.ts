import { describe } from 'vitest';
import { type Any, by, type Check, judge, listChecks, none } from './judge.ts';

/** A schema as Hasura makes it of tables. */
const hasura = `
  scalar timestamptz scalar uuid
  schema { query: query_root }
  type query_root { orders(where: orders_bool_exp, order_by: [orders_order_by!], limit: Int, offset: Int, distinct_on: [orders_select_column!]): [orders!]!
    orders_by_pk(id: uuid!): orders orders_aggregate(where: orders_bool_exp, limit: Int): orders_aggregate!
    customers(where: customers_bool_exp, order_by: [customers_order_by!], limit: Int, offset: Int): [customers!]! customers_by_pk(id: uuid!): customers }
  type orders { id: uuid! status: String! total: Int! note: String is_paid: Boolean! paid_at: timestamptz created_at: timestamptz! updated_at: timestamptz! customer_id: uuid! customer: customers! items(where: items_bool_exp, limit: Int): [items!]! items_aggregate(where: items_bool_exp): items_aggregate! }
  type customers { id: uuid! name: String! email: String! orders(where: orders_bool_exp, order_by: [orders_order_by!], limit: Int): [orders!]! orders_aggregate(where: orders_bool_exp): orders_aggregate! }
  type items { id: uuid! quantity: Int! product: String! order: orders! }
  type orders_aggregate { aggregate: orders_aggregate_fields nodes: [orders!]! } type orders_aggregate_fields { count(columns: [orders_select_column!], distinct: Boolean): Int! max: orders_max_fields sum: orders_sum_fields }
  type orders_max_fields { total: Int created_at: timestamptz } type orders_sum_fields { total: Int }
  type items_aggregate { aggregate: items_aggregate_fields nodes: [items!]! } type items_aggregate_fields { count: Int! }
  input orders_bool_exp { _and: [orders_bool_exp!] _or: [orders_bool_exp!] _not: orders_bool_exp id: uuid_comparison_exp status: String_comparison_exp total: Int_comparison_exp note: String_comparison_exp is_paid: Boolean_comparison_exp created_at: timestamptz_comparison_exp customer_id: uuid_comparison_exp customer: customers_bool_exp items: items_bool_exp items_aggregate: items_aggregate_bool_exp }
  input customers_bool_exp { _and: [customers_bool_exp!] _or: [customers_bool_exp!] _not: customers_bool_exp id: uuid_comparison_exp name: String_comparison_exp orders: orders_bool_exp }
  input items_bool_exp { quantity: Int_comparison_exp product: String_comparison_exp } input items_aggregate_bool_exp { count: items_count_exp } input items_count_exp { predicate: Int_comparison_exp }
  input String_comparison_exp { _eq: String _neq: String _in: [String!] _nin: [String!] _gt: String _like: String _ilike: String _nilike: String _similar: String _regex: String _is_null: Boolean }
  input Int_comparison_exp { _eq: Int _neq: Int _gt: Int _gte: Int _lt: Int _lte: Int _in: [Int!] _nin: [Int!] _is_null: Boolean }
  input uuid_comparison_exp { _eq: uuid _in: [uuid!] } input Boolean_comparison_exp { _eq: Boolean } input timestamptz_comparison_exp { _gt: timestamptz _gte: timestamptz _lt: timestamptz }
  input orders_order_by { total: order_by created_at: order_by status: order_by note: order_by customer: customers_order_by items_aggregate: items_aggregate_order_by } input customers_order_by { name: order_by } input items_aggregate_order_by { count: order_by }
  enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last } enum orders_select_column { id status total }
`;
const orders = (args: string) => ({
  query: `{ orders${args && `(${args})`} { id status total note is_paid created_at customer_id customer { id name } items { quantity product } } }`,
  items: (data: Any) => data.orders,
});
const hasuraChecks: Check[] = [
  ...listChecks(orders, '', [
    ['where: { total: { _gte: 10, _lt: 30 } }', (all) => all.filter(({ total }) => total >= 10 && total < 30)],
    ['where: { is_paid: { _eq: true } }', (all) => all.filter((each) => each.is_paid)],
    ['where: { _not: { is_paid: { _eq: true } } }', (all) => all.filter((each) => !each.is_paid)],
    [
      'where: { _or: [{ total: { _lt: 9 } }, { is_paid: { _eq: true } }] }',
      (all) => all.filter((each) => each.total < 9 || each.is_paid),
    ],
    [
      'where: { _and: [{ total: { _neq: 999 } }, { created_at: { _gt: "2025-01-01" } }] }',
      (all) => all.filter((each) => each.created_at > '2025-01-01'),
    ],
    ['where: { note: { _is_null: true } }', (all) => all.filter(({ note }) => note === null)],
    ['where: { note: { _is_null: false } }', (all) => all.filter(({ note }) => note !== null)],
    [
      'where: { customer: { name: { _ilike: "%an%" } } }',
      (all) => all.filter(({ customer }) => /an/i.test(customer.name)),
      'noted',
    ],
    ['where: { customer: { name: { _neq: "x" } } }', (all) => all],
    [
      'where: { items: { quantity: { _gt: 500 } } }',
      (all) => all.filter(({ items }) => items.some((each: Any) => each.quantity > 500)),
    ],
    [
      'where: { items_aggregate: { count: { predicate: { _gt: 1 } } } }',
      (all) => all.filter(({ items }) => items.length > 1),
      'noted',
    ],
    ['where: { note: { _regex: "^note" } }', (all) => all.filter(({ note }) => note?.startsWith('note')), 'noted'],
    ['where: { status: { _similar: "%a%" } }', (all) => all.filter(({ status }) => status.includes('a')), 'noted'],
    ['where: { total: { _nin: [1, 2] } }', (all) => all.filter(({ total }) => total !== 1 && total !== 2)],
    ['order_by: [{ total: desc }]', (all) => all.toSorted(by(({ total }) => total, -1))],
    ['order_by: [{ total: asc }]', (all) => all.toSorted(by(({ total }) => total))],
    [
      'order_by: [{ customer: { name: asc } }, { total: desc }]',
      (all) => all.toSorted((one, other) => by((each) => each.customer.name)(one, other) || other.total - one.total),
      'noted',
    ],
    [
      'order_by: { note: asc_nulls_first }',
      (all) =>
        all.toSorted((one, other) =>
          one.note === null ? (other.note === null ? 0 : -1) : by(({ note }) => note)(one, other),
        ),
      'noted',
    ],
    [
      'order_by: { items_aggregate: { count: desc } }',
      (all) => all.toSorted((one, other) => other.items.length - one.items.length),
      'noted',
    ],
    ['limit: 5, offset: 20', (all) => all.slice(20, 25)],
    ['limit: 0', none],
    [
      'distinct_on: [status]',
      (all) => all.filter((each, at) => all.findIndex(({ status }) => status === each.status) === at),
      'noted',
    ],
  ]),
  [
    'by primary key, and the key of another table',
    async ({ ask }) => {
      const { orders: all } = await ask('{ orders { id total customer_id customer { id } } }');
      const { customer_id: customer } = all[5];
      const found = await ask(
        `{ orders_by_pk(id: "${all[5].id}") { id total customer_id customer { id } } none: orders_by_pk(id: "00000000-0000-4000-a000-000000000000") { id } orders(where: { customer_id: { _eq: "${customer}" } }) { id } customers_by_pk(id: "${customer}") { orders { id } } }`,
      );
      const own = all.filter((each: Any) => each.customer_id === customer).map(({ id }: Any) => ({ id }));
      return [found, { orders_by_pk: all[5], none: null, orders: own, customers_by_pk: { orders: own } }];
    },
  ],
  [
    'counts of aggregates',
    async ({ ask }) => {
      const data = await ask(
        '{ orders_aggregate(where: { total: { _gt: 20 } }) { aggregate { count } nodes { id } } orders(where: { total: { _gt: 20 } }) { items { id } items_aggregate { aggregate { count } nodes { id } } } customers { orders { id } orders_aggregate { aggregate { count } } } }',
      );
      return [
        [
          data.orders_aggregate.aggregate.count,
          data.orders_aggregate.nodes.length,
          data.orders.map((each: Any) => each.items_aggregate.aggregate.count),
          data.customers.map((each: Any) => each.orders_aggregate.aggregate.count),
        ],
        [
          data.orders.length,
          data.orders.length,
          data.orders.map((each: Any) => each.items.length),
          data.customers.map((each: Any) => each.orders.length),
        ],
      ];
    },
  ],
  [
    'other aggregates',
    async ({ ask }) => {
      const data = await ask('{ orders_aggregate { aggregate { max { total } sum { total } } } orders { total } }');
      const totals: number[] = data.orders.map(({ total }: Any) => total);
      return [
        data.orders_aggregate.aggregate,
        { max: { total: Math.max(...totals) }, sum: { total: totals.reduce((sum, each) => sum + each, 0) } },
      ];
    },
    'noted',
  ],
  [
    'one state, and times in order',
    async ({ ask }) => {
      const { orders: all } = await ask('{ orders { is_paid paid_at created_at updated_at } }');
      return [
        all.filter((each: Any) => each.is_paid !== (each.paid_at !== null) || each.created_at > each.updated_at),
        [],
      ];
    },
  ],
];

/** A schema as generators over Prisma make it. */
const prisma = `
  scalar DateTime
  type Query { users(where: UserWhereInput, orderBy: [UserOrderByWithRelationInput!], cursor: UserWhereUniqueInput, take: Int, skip: Int, distinct: [UserScalarFieldEnum!]): [User!]!
    user(where: UserWhereUniqueInput!): User findFirstUser(where: UserWhereInput, orderBy: [UserOrderByWithRelationInput!]): User
    posts(where: PostWhereInput, orderBy: [PostOrderByWithRelationInput!], cursor: PostWhereUniqueInput, take: Int, skip: Int): [Post!]! post(where: PostWhereUniqueInput!): Post
    aggregatePost(where: PostWhereInput): AggregatePost! }
  type User { id: Int! email: String! name: String role: Role! posts(where: PostWhereInput, take: Int, orderBy: [PostOrderByWithRelationInput!]): [Post!]! _count: UserCount! createdAt: DateTime! }
  type UserCount { posts: Int! } enum Role { USER ADMIN }
  type Post { id: Int! title: String! content: String published: Boolean! publishedAt: DateTime viewCount: Int! author: User authorId: Int createdAt: DateTime! updatedAt: DateTime! }
  type AggregatePost { _count: PostCountAggregate _avg: PostAvgAggregate } type PostCountAggregate { _all: Int! id: Int! } type PostAvgAggregate { viewCount: Float }
  input UserWhereUniqueInput { id: Int email: String } input PostWhereUniqueInput { id: Int }
  input UserWhereInput { AND: [UserWhereInput!] OR: [UserWhereInput!] NOT: [UserWhereInput!] id: IntFilter email: StringFilter name: StringNullableFilter role: EnumRoleFilter posts: PostListRelationFilter createdAt: DateTimeFilter }
  input PostWhereInput { AND: [PostWhereInput!] OR: [PostWhereInput!] NOT: [PostWhereInput!] id: IntFilter title: StringFilter published: BoolFilter viewCount: IntFilter author: UserRelationFilter authorId: IntNullableFilter createdAt: DateTimeFilter }
  input StringFilter { equals: String in: [String!] notIn: [String!] contains: String startsWith: String endsWith: String mode: QueryMode not: NestedStringFilter search: String } enum QueryMode { default insensitive }
  input NestedStringFilter { equals: String contains: String startsWith: String not: NestedStringFilter } input StringNullableFilter { equals: String contains: String not: NestedStringFilter }
  input IntFilter { equals: Int in: [Int!] notIn: [Int!] lt: Int lte: Int gt: Int gte: Int not: NestedIntFilter } input NestedIntFilter { equals: Int gt: Int } input IntNullableFilter { equals: Int not: NestedIntFilter }
  input BoolFilter { equals: Boolean not: NestedBoolFilter } input NestedBoolFilter { equals: Boolean } input EnumRoleFilter { equals: Role in: [Role!] not: NestedEnumRoleFilter } input NestedEnumRoleFilter { equals: Role }
  input DateTimeFilter { lt: DateTime gt: DateTime gte: DateTime } input PostListRelationFilter { every: PostWhereInput some: PostWhereInput none: PostWhereInput } input UserRelationFilter { is: UserWhereInput isNot: UserWhereInput }
  input UserOrderByWithRelationInput { id: SortOrder email: SortOrder name: SortOrderInput createdAt: SortOrder posts: PostOrderByRelationAggregateInput } input PostOrderByRelationAggregateInput { _count: SortOrder }
  input SortOrderInput { sort: SortOrder! nulls: NullsOrder } enum NullsOrder { first last } enum SortOrder { asc desc } enum UserScalarFieldEnum { id role }
  input PostOrderByWithRelationInput { title: SortOrder viewCount: SortOrder author: UserOrderByWithRelationInput }
`;
const posts = (args: string) => ({
  query: `{ posts${args && `(${args})`} { id title published viewCount authorId author { id email role } } }`,
  items: (data: Any) => data.posts,
});
const users = (args: string) => ({
  query: `{ users${args && `(${args})`} { id email name role createdAt posts { published viewCount } } }`,
  items: (data: Any) => data.users,
});
const prismaChecks: Check[] = [
  ...listChecks(posts, '', [
    ['where: { published: { equals: true } }', (all) => all.filter(({ published }) => published)],
    [
      'where: { title: { contains: "ER", mode: insensitive } }',
      (all) => all.filter(({ title }) => title.includes('er')),
      'noted',
    ],
    ['where: { title: { startsWith: "c" } }', (all) => all.filter(({ title }) => title.startsWith('c'))],
    [
      'where: { viewCount: { gte: 10, lt: 30 } }',
      (all) => all.filter(({ viewCount }) => viewCount >= 10 && viewCount < 30),
    ],
    ['where: { viewCount: { not: { gt: 20 } } }', (all) => all.filter(({ viewCount }) => viewCount <= 20), 'noted'],
    [
      'where: { viewCount: { notIn: [1, 2, 3] } }',
      (all) => all.filter(({ viewCount }) => viewCount < 1 || viewCount > 3),
    ],
    ['where: { NOT: [{ published: { equals: true } }] }', (all) => all.filter(({ published }) => !published)],
    [
      'where: { OR: [{ viewCount: { lt: 10 } }, { published: { equals: true } }] }',
      (all) => all.filter((each) => each.viewCount < 10 || each.published),
    ],
    [
      'where: { AND: [{ viewCount: { gt: 10 } }, { published: { equals: true } }] }',
      (all) => all.filter((each) => each.viewCount > 10 && each.published),
    ],
    [
      'where: { author: { is: { role: { equals: ADMIN } } } }',
      (all) => all.filter(({ author }) => author?.role === 'ADMIN'),
      'noted',
    ],
    [
      'where: { author: { isNot: { role: { equals: ADMIN } } } }',
      (all) => all.filter(({ author }) => author?.role !== 'ADMIN'),
      'noted',
    ],
    ['where: { title: { search: "amber" } }', (all) => all.filter(({ title }) => title.includes('a')), 'noted'],
    [
      'orderBy: [{ viewCount: desc }, { title: asc }]',
      (all) => all.toSorted((one, other) => other.viewCount - one.viewCount || by(({ title }) => title)(one, other)),
    ],
    [
      'orderBy: [{ author: { email: asc } }, { viewCount: asc }]',
      (all) =>
        all.toSorted(
          (one, other) => by((each) => each.author?.email ?? null)(one, other) || one.viewCount - other.viewCount,
        ),
      'noted',
    ],
    ['take: 5, skip: 10', (all) => all.slice(10, 15)],
    ['take: 0', none],
  ]),
  ...listChecks(users, '', [
    ['where: { role: { in: [ADMIN] } }', (all) => all.filter(({ role }) => role === 'ADMIN')],
    [
      'where: { posts: { some: { viewCount: { gt: 30 } } } }',
      (all) => all.filter((each) => each.posts.some((post: Any) => post.viewCount > 30)),
      'noted',
    ],
    [
      'where: { posts: { none: { published: { equals: true } } } }',
      (all) => all.filter((each) => !each.posts.some((post: Any) => post.published)),
      'noted',
    ],
    ['where: { name: { equals: null } }', (all) => all.filter(({ name }) => name === null), 'noted'],
    ['orderBy: [{ name: { sort: desc, nulls: last } }]', (all) => all.toSorted(by(({ name }) => name, -1)), 'noted'],
    [
      'orderBy: [{ posts: { _count: desc } }]',
      (all) => all.toSorted((one, other) => other.posts.length - one.posts.length),
      'noted',
    ],
    [
      'distinct: [role]',
      (all) => all.filter((each, at) => all.findIndex(({ role }) => role === each.role) === at),
      'noted',
    ],
  ]),
  [
    'an object by any unique key; the first of a list; an unknown one is null',
    async ({ ask }) => {
      const { users: all } = await ask('{ users { id email createdAt role } }');
      const admins = all.filter(({ role }: Any) => role === 'ADMIN').toSorted(by(({ createdAt }) => createdAt));
      const found = await ask(
        `{ byId: user(where: { id: ${all[3].id} }) { id email createdAt role } byEmail: user(where: { email: "${all[4].email}" }) { id email createdAt role } none: user(where: { id: 999999 }) { id } first: findFirstUser(where: { role: { equals: ADMIN } }, orderBy: [{ createdAt: asc }]) { id email createdAt role } }`,
      );
      return [found, { byId: all[3], byEmail: all[4], none: null, first: admins[0] }];
    },
    'noted',
  ],
  [
    'a cursor that names an object',
    async ({ ask }) => {
      const { posts: all } = await ask('{ posts { id } }');
      const { posts: some } = await ask(`{ posts(cursor: { id: ${all[4].id} }, skip: 1, take: 3) { id } }`);
      return [some, all.slice(5, 8)];
    },
    'noted',
  ],
  [
    'counts of lists and of aggregates',
    async ({ ask }) => {
      const data = await ask(
        '{ users { _count { posts } posts { id } } posts(where: { published: { equals: true } }) { id } aggregatePost(where: { published: { equals: true } }) { _count { _all id } } }',
      );
      return [
        [data.users.map((each: Any) => each._count.posts), data.aggregatePost._count],
        [data.users.map((each: Any) => each.posts.length), { _all: data.posts.length, id: data.posts.length }],
      ];
    },
    'noted',
  ],
  [
    'one state, and both ends agree',
    async ({ ask }) => {
      const { users: all, posts: list } = await ask(
        '{ users { id posts { authorId author { id } } } posts { published publishedAt createdAt updatedAt } }',
      );
      const wrong = [
        ...list.filter(
          (each: Any) => each.published !== (each.publishedAt !== null) || each.createdAt > each.updatedAt,
        ),
        ...all.filter((each: Any) =>
          each.posts.some((post: Any) => post.authorId !== each.id || post.author.id !== each.id),
        ),
      ];
      return [wrong, []];
    },
  ],
];

describe('over tables, as Hasura does, reads are right or noted', () =>
  judge(hasura, hasuraChecks, { count: { orders: 60, items: 90 }, nulls: 0.1 }));
describe('over tables, as Prisma does, reads are right or noted', () =>
  judge(prisma, prismaChecks, { count: { Post: 60, User: 20 }, nulls: 0.1 }));
