import { describe, expect } from 'vitest';
import { type Any, by, type Check, judge, listChecks, none, pages } from './judge.ts';

/** A shop whose lists have offsets, page numbers and plain arguments. */
const sdl = `
  scalar Date
  type Query {
    customers(limit: Int = 20, offset: Int = 0, sortBy: CustomerSort, sortDirection: SortDirection, status: CustomerStatus, q: String, createdAfter: Date, createdBefore: Date, hasOrders: Boolean, ids: [ID!]): CustomerList!
    customer(id: ID!): Customer
    orders(page: Int = 1, pageSize: Int = 10, filter: OrderFilter, sort: [OrderSortInput!]): OrderPage!
    order(orderNumber: Int, id: ID): Order
    products(skip: Int, take: Int, orderBy: String, categoryId: ID, minPrice: Float, maxPrice: Float, name_contains: String, inStock: Boolean): [Product!]!
    productCount(categoryId: ID): Int!
    categories(pagination: PaginationInput, isVisible: Boolean): CategoryPage! }
  input PaginationInput { page: Int perPage: Int }
  enum CustomerSort { NAME EMAIL CREATED_AT } enum SortDirection { ASC DESC } enum CustomerStatus { ACTIVE BLOCKED INVITED }
  type CustomerList { items: [Customer!]! total: Int! limit: Int! offset: Int! hasMore: Boolean! }
  type Customer { id: ID! name: String! email: String! status: CustomerStatus! isBlocked: Boolean! blockedAt: Date phone: String createdAt: Date! updatedAt: Date! orders: [Order!]! orderCount: Int! }
  input OrderFilter { status: [OrderStatus!] customerId: ID total_gte: Int total_lte: Int placedAt: DateRange search: String } input DateRange { from: Date to: Date }
  input OrderSortInput { by: OrderSortField! direction: SortDirection } enum OrderSortField { NUMBER TOTAL PLACED_AT }
  enum OrderStatus { OPEN PAID SHIPPED CANCELLED }
  type OrderPage { data: [Order!]! pageInfo: OffsetInfo! } type OffsetInfo { page: Int! pageSize: Int! totalItems: Int! totalPages: Int! hasNextPage: Boolean! hasPreviousPage: Boolean! }
  type Order { id: ID! orderNumber: Int! status: OrderStatus! total: Int! placedAt: Date! paidAt: Date shippedAt: Date cancelledAt: Date customer: Customer! products: [Product!]! productCount: Int! }
  type Product { id: ID! sku: String! name: String! price: Float! inStock: Boolean! category: Category description: String }
  type CategoryPage { results: [Category!]! count: Int! currentPage: Int! lastPage: Int! nextPage: Int } type Category { id: ID! name: String! isVisible: Boolean! products: [Product!]! productsCount: Int! }
`;
const customers = (args: string) => ({
  query: `{ customers(${args}) { items { id name email status phone createdAt orders { id } } } }`,
  items: (data: Any) => data.customers.items,
});
const orders = (args: string) => ({
  query: `{ orders(${args}) { data { id orderNumber status total placedAt customer { id } } } }`,
  items: (data: Any) => data.orders.data,
});
const products = (args: string) => ({
  query: `{ products${args && `(${args})`} { id name price inStock category { id } } }`,
  items: (data: Any) => data.products,
});

const lists: Check[] = [
  ...listChecks(customers, 'limit: 100', [
    ['limit: 5, offset: 30', (all) => all.slice(30, 35)],
    ['limit: 5, offset: 1000', none],
    ['limit: 0', none],
    ['limit: 100, status: ACTIVE', (all) => all.filter(({ status }) => status === 'ACTIVE')],
    ['limit: 100, sortBy: NAME', (all) => all.toSorted(by(({ name }) => name))],
    ['limit: 100, sortBy: CREATED_AT, sortDirection: DESC', (all) => all.toSorted(by((each) => each.createdAt, -1))],
    ['limit: 100, createdAfter: "2025-01-01"', (all) => all.filter((each) => each.createdAt > '2025-01-01')],
    [
      'limit: 100, createdAfter: "2024-06-01", createdBefore: "2025-06-01"',
      (all) => all.filter((each) => each.createdAt > '2024-06-01' && each.createdAt < '2025-06-01'),
    ],
    ['limit: 100, hasOrders: false', (all) => all.filter(({ orders: own }) => own.length === 0)],
    [
      'limit: 100, q: "an"',
      (all) =>
        all.filter((each) =>
          [each.id, each.name, each.email, each.phone].some((text) => text?.toLowerCase().includes('an')),
        ),
    ],
  ]),
  ...listChecks(orders, 'pageSize: 100', [
    ['page: 3, pageSize: 7', (all) => all.slice(14, 21)],
    ['page: 99', none],
    ['pageSize: 0', none],
    [
      'pageSize: 100, filter: { status: [PAID, SHIPPED] }',
      (all) => all.filter(({ status }) => status === 'PAID' || status === 'SHIPPED'),
    ],
    [
      'pageSize: 100, filter: { total_gte: 10, total_lte: 30 }',
      (all) => all.filter(({ total }) => total >= 10 && total <= 30),
    ],
    [
      'pageSize: 100, filter: { placedAt: { from: "2024-06-01", to: "2025-06-01" } }',
      (all) => all.filter((each) => each.placedAt >= '2024-06-01' && each.placedAt <= '2025-06-01'),
    ],
    ['pageSize: 100, sort: [{ by: TOTAL, direction: DESC }]', (all) => all.toSorted(by(({ total }) => total, -1))],
    [
      'page: 2, pageSize: 5, sort: [{ by: PLACED_AT }]',
      (all) => all.toSorted(by((each) => each.placedAt)).slice(5, 10),
    ],
  ]),
  ...listChecks(products, '', [
    ['skip: 4, take: 6', (all) => all.slice(4, 10)],
    ['inStock: true', (all) => all.filter(({ inStock }) => inStock)],
    ['minPrice: 100, maxPrice: 300', (all) => all.filter(({ price }) => price >= 100 && price <= 300)],
    ['name_contains: "er"', (all) => all.filter(({ name }) => name.includes('er'))],
    ['orderBy: "price"', (all) => all.toSorted(by(({ price }) => price)), 'noted'],
    ['orderBy: "-price"', (all) => all.toSorted(by(({ price }) => price, -1)), 'noted'],
    ['orderBy: "price_DESC"', (all) => all.toSorted(by(({ price }) => price, -1)), 'noted'],
    ['orderBy: "relevance"', (all) => all, 'noted'],
  ]),
];

const others: Check[] = [
  [
    'what belongs to a customer or a category; ids in a list',
    async ({ ask }) => {
      const {
        orders: page,
        products: every,
        customers: list,
      } = await ask(
        '{ orders(pageSize: 100) { data { id customer { id } } } products { id category { id } } customers(limit: 50) { items { id } } }',
      );
      const [{ customer }, category] = [page.data[0], every.find((each: Any) => each.category).category];
      const wanted = [list.items[9].id, list.items[4].id];
      const found = await ask(
        `query ($ids: [ID!]) { orders(pageSize: 100, filter: { customerId: "${customer.id}" }) { data { id } } products(categoryId: "${category.id}") { id } none: products(categoryId: "none") { id } customers(ids: $ids) { items { id } total } }`,
        { ids: wanted },
      );
      found.customers.items.sort(by(({ id }) => id));
      return [
        found,
        {
          orders: {
            data: page.data.filter((each: Any) => each.customer.id === customer.id).map(({ id }: Any) => ({ id })),
          },
          products: every.filter((each: Any) => each.category?.id === category.id).map(({ id }: Any) => ({ id })),
          none: [],
          customers: { items: wanted.toSorted().map((id) => ({ id })), total: 2 },
        },
      ];
    },
  ],
  [
    'an object by its id, or by its number',
    async ({ ask }) => {
      const { data } = (await ask('{ orders(pageSize: 100) { data { id orderNumber } } }')).orders;
      const only = data.find(
        (each: Any) => data.filter((other: Any) => other.orderNumber === each.orderNumber).length === 1,
      );
      return [
        await ask(
          `{ byNumber: order(orderNumber: ${only.orderNumber}) { id orderNumber } byId: order(id: "${only.id}") { id orderNumber } none: order(id: "x") { id } }`,
        ),
        { byNumber: only, byId: only, none: null },
      ];
    },
  ],
  [
    'what a page says of itself',
    async ({ ask }) => {
      const found = await ask(
        '{ customers(limit: 7, offset: 14) { total hasMore items { id } } orders(page: 2, pageSize: 25) { data { id } pageInfo { totalItems hasNextPage hasPreviousPage } } last: orders(page: 3, pageSize: 25) { data { id } pageInfo { hasNextPage } } categories(pagination: { page: 1, perPage: 5 }) { results { id } count } }',
      );
      const sizes = [
        found.customers.items.length,
        found.orders.data.length,
        found.last.data.length,
        found.categories.results.length,
      ];
      const { items: _, ...list } = found.customers;
      const { results: __, ...categories } = found.categories;
      return [
        [sizes, list, found.orders.pageInfo, found.last.pageInfo, categories],
        [
          [7, 25, 10, 5],
          { total: 70, hasMore: true },
          { totalItems: 60, hasNextPage: true, hasPreviousPage: true },
          { hasNextPage: false },
          { count: 12 },
        ],
      ];
    },
  ],
  [
    'a page without arguments has the size of the schema’s default',
    async ({ ask }) => {
      const { customers: list, orders: page } = await ask(
        '{ customers { items { id } hasMore } orders { data { id } } }',
      );
      return [
        [list.items.length, list.hasMore, page.data.length],
        [20, true, 10],
      ];
    },
  ],
  [
    'the numbers of a page are drawn, and noted',
    async ({ ask }) => [
      (await ask('{ categories(pagination: { page: 2, perPage: 5 }) { currentPage lastPage nextPage } }')).categories,
      { currentPage: 2, lastPage: 3, nextPage: 3 },
    ],
    'noted',
  ],
  [
    'counts are the lengths of lists',
    async ({ ask }) => {
      const found = await ask(
        '{ customers(limit: 100) { items { orderCount orders { productCount products { id } } } } categories { results { productsCount products { id } } } products { id } productCount }',
      );
      const all = found.customers.items;
      return [
        [
          all.map((each: Any) => each.orderCount),
          all.flatMap((each: Any) => each.orders.map((order: Any) => order.productCount)),
          found.categories.results.map((each: Any) => each.productsCount),
          found.productCount,
        ],
        [
          all.map((each: Any) => each.orders.length),
          all.flatMap((each: Any) => each.orders.map((order: Any) => order.products.length)),
          found.categories.results.map((each: Any) => each.products.length),
          found.products.length,
        ],
      ];
    },
  ],
  [
    'one state, and times in order',
    async ({ ask }) => {
      const found = await ask(
        '{ customers(limit: 100) { items { status isBlocked blockedAt createdAt updatedAt } } orders(pageSize: 100) { data { status cancelledAt placedAt paidAt shippedAt } } }',
      );
      const wrong = [
        ...found.customers.items.filter(
          (each: Any) =>
            new Set([each.status === 'BLOCKED', each.isBlocked, each.blockedAt !== null]).size > 1 ||
            each.createdAt > each.updatedAt,
        ),
        ...found.orders.data.filter(
          (each: Any) =>
            (each.status === 'CANCELLED') !== (each.cancelledAt !== null) ||
            (each.status === 'OPEN' && (each.paidAt ?? each.shippedAt) !== null),
        ),
      ];
      return [wrong, []];
    },
  ],
  [
    'page by page, every order once',
    async ({ ask }) => {
      let at = 0;
      const found = await pages(async () => {
        at += 1;
        const { data, pageInfo } = (
          await ask(
            `{ orders(page: ${at}, pageSize: 7, sort: [{ by: TOTAL, direction: ASC }]) { data { id } pageInfo { hasNextPage } } }`,
          )
        ).orders;
        return { ids: data.map(({ id }: Any) => id), cursor: null, more: pageInfo.hasNextPage };
      });
      expect(found).toHaveLength(60);
      return [new Set(found).size, 60];
    },
  ],
];

describe('with offsets and pages, reads are right or noted', () =>
  judge(sdl, [...lists, ...others], { count: { Order: 60, Customer: 70, Product: 40 }, nulls: 0.1 }));
