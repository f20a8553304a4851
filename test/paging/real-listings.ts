/** The ways to read a list: by `first`, `after` and `pageInfo`; at once; or not provably whole, because of these arguments. */
export type Verdict = 'paged' | 'whole' | readonly string[];

/** A listing of a public schema: its owner, its arguments, their types, and whether it has `pageInfo`. */
export interface RealListing {
  readonly of: string;
  readonly args: string;
  readonly types?: string;
  readonly pageInfo?: boolean;
  readonly verdict: Verdict;
}

/** A listing as text: its name, then its arguments, their types, and the expected result. */
export const realListings: readonly RealListing[] = `
GitHub, repository.issues
  (first: Int, after: String, last: Int, before: String, labels: [String!], orderBy: IssueOrder, states: [IssueState!], filterBy: IssueFilters)
  enum IssueState { OPEN CLOSED } input IssueOrder { field: IssueState! direction: IssueState! } input IssueFilters { assignee: String createdBy: String labels: [String!] mentioned: String milestone: String milestoneNumber: String since: DateTime states: [IssueState!] type: String viewerSubscribed: Boolean } scalar DateTime
  = paged
GitHub, licenses
  ()
  = whole
GitHub, codesOfConduct
  ()
  = whole
GitHub, the filter of issues, were it read at once
  (filterBy: IssueFilters, orderBy: IssueOrder)
  enum IssueState { OPEN CLOSED } input IssueOrder { field: IssueState! direction: IssueState! } input IssueFilters { assignee: String createdBy: String labels: [String!] milestoneNumber: String since: DateTime states: [IssueState!] viewerSubscribed: Boolean } scalar DateTime
  = whole
GitHub, marketplaceCategories
  (includeCategories: [String!], excludeEmpty: Boolean, excludeSubcategories: Boolean)
  = whole
Linear, issues
  (filter: IssueFilter, first: Int, after: String, last: Int, before: String, includeArchived: Boolean, orderBy: Order)
  enum Order { A B } input IssueFilter { title: Texts priority: Numbers and: [IssueFilter!] or: [IssueFilter!] parent: IssueFilter } input Texts { eq: String, neq: String, in: [String!], nin: [String!], contains: String, startsWith: String } input Numbers { eq: Float, neq: Float, in: [Float!], lt: Float, lte: Float, gt: Float, gte: Float }
  = paged
Linear, its filter, were it read at once
  (filter: IssueFilter, includeArchived: Boolean, orderBy: Order)
  enum Order { A B } input IssueFilter { title: Texts priority: Numbers and: [IssueFilter!] or: [IssueFilter!] children: Children } input Children { some: IssueFilter every: IssueFilter length: Numbers } input Texts { eq: String, neq: String, in: [String!], nin: [String!], contains: String, startsWith: String } input Numbers { eq: Float, neq: Float, in: [Float!], lt: Float, lte: Float, gt: Float, gte: Float }
  = whole
Shopify, products
  (first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: Order = A, query: String, savedSearchId: ID)
  enum Order { A B }
  = paged
Shopify, product.options
  (first: Int)
  = first
Shopify, translations
  (marketId: ID)
  = whole
Shopify, paymentTerms templates
  (paymentTermsType: Order)
  enum Order { A B }
  = whole
PostGraphile, a connection
  (first: Int, last: Int, offset: Int, before: Cursor, after: Cursor, orderBy: [Order!] = [A], condition: DeviceCondition)
  enum Order { A B } scalar Cursor input DeviceCondition { id: Int name: String }
  = paged
PostGraphile, a simple list
  (first: Int, offset: Int, orderBy: [Order!], condition: DeviceCondition)
  enum Order { A B } input DeviceCondition { name: String }
  = first, offset
PostGraphile, the filter plugin, were it read at once
  (filter: DeviceFilter)
  input DeviceFilter { size: IntFilter name: StringFilter and: [DeviceFilter!] not: DeviceFilter } input IntFilter { isNull: Boolean equalTo: Int notEqualTo: Int distinctFrom: Int in: [Int!] lessThan: Int greaterThanOrEqualTo: Int } input StringFilter { equalTo: String includesInsensitive: String }
  = whole
Hasura, a table
  (distinct_on: [Column!], limit: Int, offset: Int, order_by: [device_order_by!], where: device_bool_exp)
  enum Column { id } enum order_by { asc desc } input device_order_by { id: order_by } input device_bool_exp { _and: [device_bool_exp!] _not: device_bool_exp id: Int_comparison_exp } input Int_comparison_exp { _eq: Int _gt: Int _in: [Int!] _is_null: Boolean }
  = limit, offset
Hasura, its filter and order alone
  (distinct_on: [Column!], order_by: [device_order_by!], where: device_bool_exp)
  enum Column { id } enum order_by { asc desc } input device_order_by { id: order_by } input device_bool_exp { _and: [device_bool_exp!] _not: device_bool_exp id: Int_comparison_exp } input Int_comparison_exp { _eq: Int _neq: Int _gt: Int _lte: Int _in: [Int!] _nin: [Int!] _is_null: Boolean }
  = whole
Amplify, a model
  (filter: ModelFilter, limit: Int, nextToken: String)
  input ModelFilter { id: ModelID size: ModelSize and: [ModelFilter] } input ModelID { ne: ID eq: ID between: [ID] size: ModelSize } input ModelSize { ne: Int eq: Int le: Int lt: Int ge: Int gt: Int between: [Int] }
  = limit, nextToken
Amplify, its filter alone
  (filter: ModelFilter)
  input ModelFilter { id: ModelID and: [ModelFilter] } input ModelID { ne: ID eq: ID between: [ID] beginsWith: ID attributeExists: Boolean }
  = whole
Gatsby, allFile
  (filter: FileFilter, sort: [FileSort], skip: Int, limit: Int)
  enum Order { ASC DESC } input FileSort { name: Order } input FileFilter { name: Strings } input Strings { eq: String regex: String glob: String in: [String] }
  = pageInfo, but skip, limit
Strapi 4
  (filters: Filters, pagination: Pages = {}, sort: [String] = [])
  input Filters { id: IDs and: [Filters] } input IDs { eq: ID } input Pages { page: Int pageSize: Int start: Int limit: Int }
  = pagination
Contentful
  (skip: Int = 0, limit: Int = 100, preview: Boolean, locale: String, where: Filter, order: [Order])
  enum Order { A B } input Filter { name_contains: String }
  = skip, limit, locale
Saleor, products
  (before: String, after: String, first: Int, last: Int, filter: ProductFilter, sortBy: ProductOrder, search: String)
  enum Order { A B } input ProductFilter { search: String ids: [ID!] price: Prices } input Prices { gte: Float lte: Float } input ProductOrder { direction: Order! field: Order }
  = paged
Saleor, shop.availablePaymentGateways
  (currency: String, channel: String)
  = currency, channel
Vendure, products
  (options: ListOptions)
  input ListOptions { skip: Int take: Int filter: Filter } input Filter { id: ID }
  = options
Keystone, a list
  (where: Where! = {}, orderBy: [OrderBy!]! = [], take: Int, skip: Int! = 0, cursor: Where)
  enum Direction { asc desc } input Where { id: ID } input OrderBy { id: Direction }
  = where, take, skip, cursor
Prisma with Nexus
  (where: Where, orderBy: [OrderBy!], cursor: Where, take: Int, skip: Int)
  enum Direction { asc desc } input Where { AND: [Where!] id: Ids } input Ids { equals: ID in: [ID!] not: ID } input OrderBy { id: Direction }
  = cursor, take, skip
The Graph, a subgraph
  (skip: Int = 0, first: Int = 100, orderBy: Order, orderDirection: Order, where: Filter)
  enum Order { A B } input Filter { id_gt: ID amount_gte: BigInt } scalar BigInt
  = skip, first
Directus
  (filter: Filter, sort: [String], limit: Int, offset: Int, page: Int, search: String)
  input Filter { id: Ids } input Ids { _eq: String _in: [String] }
  = limit, offset, page
AniList, a page
  (page: Int, perPage: Int)
  = page, perPage
SWAPI of GraphQL
  (after: String, first: Int, before: String, last: Int)
  = paged
Countries of Trevor Blades
  (filter: CountryFilter = {})
  input CountryFilter { code: Op continent: Op } input Op { eq: String in: [String!] ne: String nin: [String!] regex: String }
  = filter
Rick and Morty, characters
  (page: Int, filter: FilterCharacter)
  input FilterCharacter { name: String status: String species: String }
  = page
GitLab, project.issues
  (iid: String, iids: [String!], state: Order, first: Int, after: String, last: Int, before: String, search: String, sort: Order = A)
  enum Order { A B }
  = paged
Artsy, a list of ids
  (ids: [ID!], includeUnpublished: Boolean)
  = whole
Yelp, reviews
  (limit: Int, offset: Int)
  = limit, offset
SpaceX, launches
  (find: Find, limit: Int, offset: Int, order: String, sort: String)
  input Find { name: String }
  = find, limit, offset
Strawberry, null as default
  (search: String = null, status: Order = null)
  enum Order { A B }
  = whole
WPGraphQL, posts
  (first: Int, after: String, last: Int, before: String, where: Where)
  input Where { author: Int search: String }
  = paged
`
  .trim()
  .split(/\n(?=\S)/)
  .map((lines) => {
    const [of = '', args = '', ...rest] = lines.split(/\n {2}/);
    const [, hidden, said = ''] = /^= (pageInfo, but )?(.*)$/.exec(rest.pop() ?? '') ?? [];
    const verdict = said === 'paged' || said === 'whole' ? said : said.split(', ');
    return {
      of,
      args: args.slice(1, -1),
      types: rest.join(' '),
      pageInfo: hidden !== undefined || said === 'paged',
      verdict,
    };
  });
