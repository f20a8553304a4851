import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const pageInfo = 'type PageInfo { hasNextPage: Boolean! endCursor: String }';

test('a connection of texts pages', async () => {
  const { data, notes } = emulated(`type Query { tags(first: Int, after: String): StringConnection! } ${pageInfo}
    type StringConnection { edges: [StringEdge!]! pageInfo: PageInfo! } type StringEdge { cursor: String! node: String! }`);
  const read = async (args: string) =>
    (await data(`{ tags(${args}) { edges { cursor node } pageInfo { hasNextPage endCursor } } }`)).tags;
  const all = await read('first: 50');
  expect(all.edges.length).toBeGreaterThan(2);
  const first = await read('first: 2');
  expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: first.edges[1].cursor });
  const second = await read(`first: 2, after: "${first.edges[1].cursor}"`);
  expect([...first.edges, ...second.edges]).toEqual(all.edges.slice(0, 4));
  expect(notes).toEqual([]);
});

test('a connection that has an id of its own is still a page', async () => {
  const { data, notes } = emulated(`type Query { works(first: Int, after: String): Works! } ${pageInfo}
    type Works { id: ID! edges: [Edge] pageInfo: PageInfo! total: Int! } type Edge { cursor: String! node: Work } type Work { id: ID! }`);
  const { works } = await data('{ works(first: 5) { edges { cursor } total pageInfo { hasNextPage endCursor } } }');
  expect(works).toMatchObject({ total: 12, pageInfo: { hasNextPage: true, endCursor: works.edges[4].cursor } });
  expect(works.edges).toHaveLength(5);
  expect(notes).toEqual([]);
});

test('a size that only the schema sets does not limit what `last` asks for', async () => {
  const { data } = emulated(`type Query { works(first: Int, last: Int, before: String, limit: Int = 5): Works! }
    type Works { nodes: [Work!]! pageInfo: PageInfo! } type Work { id: ID! } type PageInfo { hasPreviousPage: Boolean! startCursor: String }`);
  const { all, end } = await data('{ all: works(first: 50) { nodes { id } } end: works(last: 3) { nodes { id } } }');
  expect(end.nodes).toEqual(all.nodes.slice(-3));
});

test('a `condition` filters, as PostGraphile has it', async () => {
  const { data, notes } = emulated(`type Query { users(condition: UserCondition): [User!]! }
    input UserCondition { id: Int name: String } type User { id: Int! name: String! }`);
  const { users } = await data('{ users { id name } }');
  const { found } = await data('query ($id: Int!) { found: users(condition: { id: $id }) { id name } }', {
    id: users[4].id,
  });
  expect([found, notes]).toEqual([[users[4]], []]);
});

test('a field of a payload that is either the object or an error shows what happened', async () => {
  const { data, notes } =
    emulated(`type Query { orders: [Order!]! } type Order { id: ID! state: State! } enum State { PENDING APPROVED }
    type Mutation { approveOrder(id: ID!): ApproveOrderPayload } type ApproveOrderPayload { orderOrError: OrderOrError! }
    union OrderOrError = OrderRequiresAction | OrderFailure | OrderSuccess type OrderRequiresAction { clientSecret: String! }
    type OrderFailure { error: Problem! } type Problem { code: String! message: String } type OrderSuccess { order: Order! }`);
  const { orders } = await data('{ orders { id state } }');
  const approve = async (id: string) =>
    (
      await data(
        `mutation { approveOrder(id: "${id}") { orderOrError { __typename ... on OrderSuccess { order { id state } } ... on OrderFailure { error { message } } } } }`,
      )
    ).approveOrder.orderOrError;
  const { id } = orders.find(({ state }: { state: string }) => state === 'PENDING');
  expect(await approve(id)).toEqual({ __typename: 'OrderSuccess', order: { id, state: 'APPROVED' } });
  expect(await approve('unknown')).toEqual({
    __typename: 'OrderFailure',
    error: { message: 'The emulator has no object with the id "unknown".' },
  });
  expect(notes).toEqual([]);
});

test('values of one input that contradict each other are written as the input says', async () => {
  const { data, notes } =
    emulated(`type Query { attributes: [Attribute!]! } type Attribute { id: ID! boolean: Boolean! type: Kind! label: String }
    enum Kind { BOOLEAN DATE } type Mutation { updateAttribute(id: ID!, boolean: Boolean, type: Kind, label: String): Attribute }`);
  const { attributes } = await data('{ attributes { id } }');
  const { updateAttribute } = await data(
    `mutation { updateAttribute(id: "${attributes[0].id}", boolean: true, type: DATE, label: "x") { boolean type label } }`,
  );
  expect([updateAttribute, notes]).toEqual([{ boolean: true, type: 'DATE', label: 'x' }, []]);
});
