/** How a list can be read: by `first`, `after` and `pageInfo`; at once; or not provably whole, because of these arguments. */
export type Verdict = 'paged' | 'whole' | readonly string[];

/** A listing as a public schema has it: whose it is, its arguments, what they refer to, and whether it has `pageInfo`. */
export interface RealListing {
  readonly of: string;
  readonly args: string;
  readonly types?: string;
  readonly pageInfo?: boolean;
  readonly verdict: Verdict;
}

const relay = 'first: Int, after: String, last: Int, before: String';
const enums = 'enum Order { A B }';
const dates = 'scalar DateTime';
const texts =
  'input Texts { eq: String, neq: String, in: [String!], nin: [String!], contains: String, startsWith: String }';
const numbers = 'input Numbers { eq: Float, neq: Float, in: [Float!], lt: Float, lte: Float, gt: Float, gte: Float }';

export const realListings: readonly RealListing[] = [
  {
    of: 'GitHub, repository.issues',
    args: `${relay}, labels: [String!], orderBy: IssueOrder, states: [IssueState!], filterBy: IssueFilters`,
    types: `enum IssueState { OPEN CLOSED } input IssueOrder { field: IssueState! direction: IssueState! } input IssueFilters { assignee: String createdBy: String labels: [String!] mentioned: String milestone: String milestoneNumber: String since: DateTime states: [IssueState!] type: String viewerSubscribed: Boolean } ${dates}`,
    pageInfo: true,
    verdict: 'paged',
  },
  { of: 'GitHub, licenses', args: '', verdict: 'whole' },
  { of: 'GitHub, codesOfConduct', args: '', verdict: 'whole' },
  {
    of: 'GitHub, the filter of issues, were it read at once',
    args: 'filterBy: IssueFilters, orderBy: IssueOrder',
    types: `enum IssueState { OPEN CLOSED } input IssueOrder { field: IssueState! direction: IssueState! } input IssueFilters { assignee: String createdBy: String labels: [String!] milestoneNumber: String since: DateTime states: [IssueState!] viewerSubscribed: Boolean } ${dates}`,
    verdict: 'whole',
  },
  {
    of: 'GitHub, marketplaceCategories',
    args: 'includeCategories: [String!], excludeEmpty: Boolean, excludeSubcategories: Boolean',
    verdict: 'whole',
  },
  {
    of: 'Linear, issues',
    args: `filter: IssueFilter, ${relay}, includeArchived: Boolean, orderBy: Order`,
    types: `${enums} input IssueFilter { title: Texts priority: Numbers and: [IssueFilter!] or: [IssueFilter!] parent: IssueFilter } ${texts} ${numbers}`,
    pageInfo: true,
    verdict: 'paged',
  },
  {
    of: 'Linear, its filter, were it read at once',
    args: 'filter: IssueFilter, includeArchived: Boolean, orderBy: Order',
    types: `${enums} input IssueFilter { title: Texts priority: Numbers and: [IssueFilter!] or: [IssueFilter!] children: Children } input Children { some: IssueFilter every: IssueFilter length: Numbers } ${texts} ${numbers}`,
    verdict: 'whole',
  },
  {
    of: 'Shopify, products',
    args: `${relay}, reverse: Boolean = false, sortKey: Order = A, query: String, savedSearchId: ID`,
    types: enums,
    pageInfo: true,
    verdict: 'paged',
  },
  { of: 'Shopify, product.options', args: 'first: Int', verdict: ['first'] },
  { of: 'Shopify, translations', args: 'marketId: ID', verdict: 'whole' },
  { of: 'Shopify, paymentTerms templates', args: 'paymentTermsType: Order', types: enums, verdict: 'whole' },
  {
    of: 'PostGraphile, a connection',
    args: 'first: Int, last: Int, offset: Int, before: Cursor, after: Cursor, orderBy: [Order!] = [A], condition: DeviceCondition',
    types: `${enums} scalar Cursor input DeviceCondition { id: Int name: String }`,
    pageInfo: true,
    verdict: 'paged',
  },
  {
    of: 'PostGraphile, a simple list',
    args: 'first: Int, offset: Int, orderBy: [Order!], condition: DeviceCondition',
    types: `${enums} input DeviceCondition { name: String }`,
    verdict: ['first', 'offset'],
  },
  {
    of: 'PostGraphile, the filter plugin, were it read at once',
    args: 'filter: DeviceFilter',
    types:
      'input DeviceFilter { size: IntFilter name: StringFilter and: [DeviceFilter!] not: DeviceFilter } input IntFilter { isNull: Boolean equalTo: Int notEqualTo: Int distinctFrom: Int in: [Int!] lessThan: Int greaterThanOrEqualTo: Int } input StringFilter { equalTo: String includesInsensitive: String }',
    verdict: 'whole',
  },
  {
    of: 'Hasura, a table',
    args: 'distinct_on: [Column!], limit: Int, offset: Int, order_by: [device_order_by!], where: device_bool_exp',
    types:
      'enum Column { id } enum order_by { asc desc } input device_order_by { id: order_by } input device_bool_exp { _and: [device_bool_exp!] _not: device_bool_exp id: Int_comparison_exp } input Int_comparison_exp { _eq: Int _gt: Int _in: [Int!] _is_null: Boolean }',
    verdict: ['limit', 'offset'],
  },
  {
    of: 'Hasura, its filter and order alone',
    args: 'distinct_on: [Column!], order_by: [device_order_by!], where: device_bool_exp',
    types:
      'enum Column { id } enum order_by { asc desc } input device_order_by { id: order_by } input device_bool_exp { _and: [device_bool_exp!] _not: device_bool_exp id: Int_comparison_exp } input Int_comparison_exp { _eq: Int _neq: Int _gt: Int _lte: Int _in: [Int!] _nin: [Int!] _is_null: Boolean }',
    verdict: 'whole',
  },
  {
    of: 'Amplify, a model',
    args: 'filter: ModelFilter, limit: Int, nextToken: String',
    types:
      'input ModelFilter { id: ModelID size: ModelSize and: [ModelFilter] } input ModelID { ne: ID eq: ID between: [ID] size: ModelSize } input ModelSize { ne: Int eq: Int le: Int lt: Int ge: Int gt: Int between: [Int] }',
    verdict: ['limit', 'nextToken'],
  },
  {
    of: 'Amplify, its filter alone',
    args: 'filter: ModelFilter',
    types:
      'input ModelFilter { id: ModelID and: [ModelFilter] } input ModelID { ne: ID eq: ID between: [ID] beginsWith: ID attributeExists: Boolean } ',
    verdict: 'whole',
  },
  {
    of: 'Gatsby, allFile',
    args: 'filter: FileFilter, sort: [FileSort], skip: Int, limit: Int',
    types:
      'enum Order { ASC DESC } input FileSort { name: Order } input FileFilter { name: Strings } input Strings { eq: String regex: String glob: String in: [String] }',
    pageInfo: true,
    verdict: ['skip', 'limit'],
  },
  {
    of: 'Strapi 4',
    args: 'filters: Filters, pagination: Pages = {}, sort: [String] = []',
    types:
      'input Filters { id: IDs and: [Filters] } input IDs { eq: ID } input Pages { page: Int pageSize: Int start: Int limit: Int }',
    verdict: ['pagination'],
  },
  {
    of: 'Contentful',
    args: 'skip: Int = 0, limit: Int = 100, preview: Boolean, locale: String, where: Filter, order: [Order]',
    types: `${enums} input Filter { name_contains: String }`,
    verdict: ['skip', 'limit', 'locale'],
  },
  {
    of: 'Saleor, products',
    args: `before: String, after: String, first: Int, last: Int, filter: ProductFilter, sortBy: ProductOrder, search: String`,
    types: `${enums} input ProductFilter { search: String ids: [ID!] price: Prices } input Prices { gte: Float lte: Float } input ProductOrder { direction: Order! field: Order }`,
    pageInfo: true,
    verdict: 'paged',
  },
  {
    of: 'Saleor, shop.availablePaymentGateways',
    args: 'currency: String, channel: String',
    verdict: ['currency', 'channel'],
  },
  {
    of: 'Vendure, products',
    args: 'options: ListOptions',
    types: 'input ListOptions { skip: Int take: Int filter: Filter } input Filter { id: ID }',
    verdict: ['options'],
  },
  {
    of: 'Keystone, a list',
    args: 'where: Where! = {}, orderBy: [OrderBy!]! = [], take: Int, skip: Int! = 0, cursor: Where',
    types: 'enum Direction { asc desc } input Where { id: ID } input OrderBy { id: Direction }',
    verdict: ['where', 'take', 'skip', 'cursor'],
  },
  {
    of: 'Prisma with Nexus',
    args: 'where: Where, orderBy: [OrderBy!], cursor: Where, take: Int, skip: Int',
    types:
      'enum Direction { asc desc } input Where { AND: [Where!] id: Ids } input Ids { equals: ID in: [ID!] not: ID } input OrderBy { id: Direction }',
    verdict: ['cursor', 'take', 'skip'],
  },
  {
    of: 'The Graph, a subgraph',
    args: 'skip: Int = 0, first: Int = 100, orderBy: Order, orderDirection: Order, where: Filter',
    types: `${enums} input Filter { id_gt: ID amount_gte: BigInt } scalar BigInt`,
    verdict: ['skip', 'first'],
  },
  {
    of: 'Directus',
    args: 'filter: Filter, sort: [String], limit: Int, offset: Int, page: Int, search: String',
    types: 'input Filter { id: Ids } input Ids { _eq: String _in: [String] }',
    verdict: ['limit', 'offset', 'page'],
  },
  { of: 'AniList, a page', args: 'page: Int, perPage: Int', verdict: ['page', 'perPage'] },
  {
    of: 'SWAPI of GraphQL',
    args: 'after: String, first: Int, before: String, last: Int',
    pageInfo: true,
    verdict: 'paged',
  },
  {
    of: 'Countries of Trevor Blades',
    args: 'filter: CountryFilter = {}',
    types:
      'input CountryFilter { code: Op continent: Op } input Op { eq: String in: [String!] ne: String nin: [String!] regex: String }',
    verdict: ['filter'],
  },
  {
    of: 'Rick and Morty, characters',
    args: 'page: Int, filter: FilterCharacter',
    types: 'input FilterCharacter { name: String status: String species: String }',
    verdict: ['page'],
  },
  {
    of: 'GitLab, project.issues',
    args: `iid: String, iids: [String!], state: Order, ${relay}, search: String, sort: Order = A`,
    types: enums,
    pageInfo: true,
    verdict: 'paged',
  },
  { of: 'Artsy, a list of ids', args: 'ids: [ID!], includeUnpublished: Boolean', verdict: 'whole' },
  { of: 'Yelp, reviews', args: 'limit: Int, offset: Int', verdict: ['limit', 'offset'] },
  {
    of: 'SpaceX, launches',
    args: 'find: Find, limit: Int, offset: Int, order: String, sort: String',
    types: 'input Find { name: String }',
    verdict: ['find', 'limit', 'offset'],
  },
  {
    of: 'Strawberry, null as default',
    args: 'search: String = null, status: Order = null',
    types: enums,
    verdict: 'whole',
  },
  {
    of: 'WPGraphQL, posts',
    args: `${relay}, where: Where`,
    types: 'input Where { author: Int search: String }',
    pageInfo: true,
    verdict: 'paged',
  },
];
