import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const schema = `type Query { orders(page: PageInput): OrderPage! products(published: Published): [Product!]! recommendations(productId: ID!): [Product!]! }
  input PageInput { number: Int = 1 size: Int = 20 } type OrderPage { data: [Order!]! }
  type Order { id: ID! email: String hasEmail: Boolean! cancelledAt: String cancelReason: Reason billing: Billing! openTicketCount: Int! ticketCount: Int! tickets: [Ticket!]! }
  enum Reason { CUSTOMER STAFF } type Billing { overdue: Boolean! overdueSince: String } type Ticket { id: ID! state: State! order: Order! } enum State { WAITING SOLVED }
  type Product { id: ID! title: String! isPublished: Boolean! } enum Published { PUBLISHED HIDDEN }`;
const world = () => emulated(schema, { count: { Order: 80 }, nulls: 0.2 });

test('a reason, a part, and what says whether there is something tell one story', async () => {
  const { data, notes } = world();
  const { orders } = await data(
    '{ orders(page: { size: 80 }) { data { email hasEmail cancelledAt cancelReason billing { overdue overdueSince } } } }',
  );
  const seen = { email: new Set(), cancelled: new Set(), overdue: new Set() };
  for (const { email, hasEmail, cancelledAt, cancelReason, billing } of orders.data) {
    expect(hasEmail).toBe(email !== null);
    if (cancelledAt === null) expect(cancelReason).toBeNull();
    expect(billing.overdue).toBe(billing.overdueSince !== null);
    seen.email.add(hasEmail);
    seen.cancelled.add(cancelledAt === null);
    seen.overdue.add(billing.overdue);
  }
  for (const both of Object.values(seen)) expect(both.size).toBe(2);
  expect(notes).toEqual([]);
});

test('an input with the number of a page gives that page', async () => {
  const { data, notes } = world();
  const { all, second } = await data(
    '{ all: orders(page: { size: 80 }) { data { id } } second: orders(page: { number: 2, size: 7 }) { data { id } } }',
  );
  expect(second.data).toEqual(all.data.slice(7, 14));
  expect(notes).toEqual([]);
});

test('a number of objects in a state that no field shows is drawn, and noted', async () => {
  const { data, notes } = world();
  await data('{ orders { data { ticketCount } } }');
  expect(notes).toEqual([]);
  await data('{ orders { data { openTicketCount } } }');
  expect(notes).toEqual([expect.stringContaining('`Order.openTicketCount` is drawn')]);
});

test('what is listed for one object is not that object: its id chooses nothing, and is noted', async () => {
  const { data, notes } = world();
  const { products } = await data('{ products { id } }');
  const { recommendations } = await data(`{ recommendations(productId: "${products[3].id}") { id } }`);
  expect(recommendations).toEqual(products);
  expect(notes).toEqual([expect.stringContaining('`productId` of `Query.recommendations`')]);
});

test('an enum asks for a flag by its name, or for the other ones', async () => {
  const { data, notes } = world();
  const { all, shown, hidden } = await data(
    '{ all: products { isPublished } shown: products(published: PUBLISHED) { isPublished } hidden: products(published: HIDDEN) { isPublished } }',
  );
  const flags = (products: readonly { isPublished: boolean }[]) =>
    new Set(products.map(({ isPublished }) => isPublished));
  expect([flags(all).size, flags(shown), flags(hidden)]).toEqual([2, new Set([true]), new Set([false])]);
  expect(notes).toEqual([]);
});
