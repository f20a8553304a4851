import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const schema = `type Query { orders(page: PageInput): OrderPage! products(published: Published): [Product!]! recommendations(productId: ID!): [Product!]! }
  input PageInput { number: Int = 1 size: Int = 20 } type OrderPage { data: [Order!]! }
  type Order { id: ID! email: String hasEmail: Boolean! cancelledAt: String cancelReason: Reason billing: Billing! openTicketCount: Int! ticketCount: Int! tickets: [Ticket!]! }
  enum Reason { CUSTOMER STAFF } type Billing { overdue: Boolean! overdueSince: String } type Ticket { id: ID! state: State! order: Order! } enum State { WAITING SOLVED }
  type Product { id: ID! title: String! isPublished: Boolean! } enum Published { PUBLISHED HIDDEN }`;
const world = () => emulated(schema, { count: { Order: 80 }, nulls: 0.2 });

test('a number of objects in a state that no field shows is drawn, and noted', async () => {
  const { data, notes } = world();
  await data('{ orders { data { ticketCount } } }');
  expect(notes).toEqual([]);
  await data('{ orders { data { openTicketCount } } }');
  expect(notes).toEqual([expect.stringContaining('`Order.openTicketCount` is drawn')]);
});

test('the id of an object that a list is about chooses no item, and is noted', async () => {
  const { data, notes } = world();
  const { products } = await data('{ products { id } }');
  const { recommendations } = await data(`{ recommendations(productId: "${products[3].id}") { id } }`);
  expect(recommendations).toEqual(products);
  expect(notes).toEqual([expect.stringContaining('`productId` of `Query.recommendations`')]);
});
