import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

test('Relay: inputs with clientMutationId, edges, and cursors that survive deletions', async () => {
  const { data, notes } = emulated(`
    type Query { widgets(first: Int, after: String): WidgetConnection! node(id: ID!): Node }
    interface Node { id: ID! } type Widget implements Node { id: ID! name: String! state: State! closed: Boolean! closedAt: String }
    enum State { OPEN CLOSED } type WidgetConnection { edges: [WidgetEdge] pageInfo: PageInfo! totalCount: Int! }
    type WidgetEdge { cursor: String! node: Widget } type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Mutation { createWidget(input: CreateWidgetInput!): CreateWidgetPayload closeWidget(input: CloseWidgetInput!): CloseWidgetPayload
      deleteWidget(input: DeleteWidgetInput!): DeleteWidgetPayload }
    input CreateWidgetInput { clientMutationId: String name: String! } input CloseWidgetInput { clientMutationId: String widgetId: ID! }
    input DeleteWidgetInput { clientMutationId: String id: ID! }
    type CreateWidgetPayload { clientMutationId: String widgetEdge: WidgetEdge widget: Widget }
    type CloseWidgetPayload { clientMutationId: String widget: Widget } type DeleteWidgetPayload { clientMutationId: String deletedId: ID }`);
  const made = await data(
    'mutation { createWidget(input: { clientMutationId: "c", name: "W" }) { clientMutationId widget { id name state closed closedAt } widgetEdge { node { name } } } }',
  );
  expect(made.createWidget).toMatchObject({
    ...{ clientMutationId: 'c', widgetEdge: { node: { name: 'W' } } },
    widget: { name: 'W', state: 'OPEN', closed: false, closedAt: null },
  });
  const { id } = made.createWidget.widget;
  const { closeWidget } = await data(
    `mutation { closeWidget(input: { widgetId: "${id}" }) { widget { state closed closedAt } } }`,
  );
  expect(closeWidget.widget).toEqual({ state: 'CLOSED', closed: true, closedAt: expect.stringMatching(/^2026/) });
  const { deleteWidget } = await data(`mutation { deleteWidget(input: { id: "${id}" }) { deletedId } }`);
  expect(deleteWidget).toEqual({ deletedId: id });
  let count = 0;
  for (let after = ''; ; ) {
    const { widgets } = await data(
      `{ widgets(first: 5${after && `, after: "${after}"`}) { edges { node { id } } pageInfo { hasNextPage endCursor } } }`,
    );
    for (const { node } of widgets.edges)
      await data(`mutation { deleteWidget(input: { id: "${node.id}" }) { deletedId } }`);
    count += widgets.edges.length;
    if (!widgets.pageInfo.hasNextPage) break;
    after = widgets.pageInfo.endCursor;
  }
  expect(count).toBe(12);
  expect((await data('{ widgets { totalCount } }')).widgets.totalCount).toBe(0);
  expect(notes).toEqual([]);
});

test('Hasura: counts and upserts; what is not understood is noted, and not written', async () => {
  const { data, notes } = emulated(`
    type query_root { devices(where: exp, order_by: [ord!], limit: Int, offset: Int): [devices!]! devices_aggregate(where: exp): agg! devices_by_pk(id: uuid!): devices }
    schema { query: query_root mutation: mutation_root } scalar uuid
    type devices { id: uuid! name: String! size: Int! } type agg { aggregate: aggf nodes: [devices!]! } type aggf { count: Int! max: maxf } type maxf { size: Int }
    input exp { name: str size: int } input str { _eq: String _ilike: String } input int { _gt: Int } input ord { size: dir } enum dir { asc desc }
    type mutation_root { update_devices_by_pk(pk_columns: pk!, _inc: inc, _set: set): devices insert_devices_one(object: obj!, on_conflict: oc): devices
      delete_devices(where: exp!): resp } input pk { id: uuid! } input inc { size: Int } input set { name: String } input obj { id: uuid name: String size: Int }
    input oc { constraint: String } type resp { affected_rows: Int! }`);
  const { devices, devices_aggregate } = await data(
    '{ devices(order_by: [{ size: desc }]) { id size } devices_aggregate(where: { size: { _gt: 100 } }) { aggregate { count } nodes { id } } }',
  );
  expect(devices_aggregate.aggregate.count).toBe(devices_aggregate.nodes.length);
  expect(notes).toEqual([]);
  const [{ id, size }] = devices;
  const { update_devices_by_pk } = await data(
    `mutation { update_devices_by_pk(pk_columns: { id: "${id}" }, _inc: { size: 1 }, _set: { name: "n" }) { name size } }`,
  );
  expect(update_devices_by_pk).toEqual({ name: 'n', size });
  expect(notes).toEqual([expect.stringContaining('`_inc` of')]);
  await data(
    'mutation { insert_devices_one(object: { name: "x", size: 1 }, on_conflict: { constraint: "a" }) { id } }',
  );
  expect(notes).toHaveLength(2);
  expect(notes[1]).toContain('`on_conflict` of');
  expect(
    (await data('mutation { delete_devices(where: { name: { _eq: "x" } }) { affected_rows } }')).delete_devices,
  ).toEqual({ affected_rows: 1 });
  await data('{ devices_aggregate { aggregate { max { size } } } }');
  expect(notes).toHaveLength(3);
});

test('Prisma: counts of lists; upserts with two inputs and nested writes are noted', async () => {
  const { data, notes } = emulated(`
    type Query { posts(where: W, take: Int, skip: Int): [Post!]! } type Post { id: ID! title: String! tags: [Tag!]! _count: PostCount! } type PostCount { tags: Int! } type Tag { id: ID! name: String! }
    input W { title: S } input S { contains: String } input U { id: ID! } input D { title: String tags: TagsIn } input TagsIn { create: [TagIn!] connect: [U!] } input TagIn { name: String }
    type Mutation { upsertOnePost(where: U!, create: D!, update: D!): Post! updateOnePost(where: U!, data: D!): Post }`);
  const { posts } = await data('{ posts { id title tags { id } _count { tags } } }');
  for (const post of posts) expect(post._count.tags).toBe(post.tags.length);
  expect(notes).toEqual([]);
  const { upsertOnePost } = await data(
    `mutation { upsertOnePost(where: { id: "${posts[0].id}" }, create: { title: "made" }, update: { title: "changed" }) { id title } }`,
  );
  expect(upsertOnePost).toEqual({ id: posts[0].id, title: posts[0].title });
  for (const words of ['`create` of', '`update` of', 'is answered, and changed nothing'])
    expect(notes).toContainEqual(expect.stringContaining(words));
  await data(
    `mutation { updateOnePost(where: { id: "${posts[1].id}" }, data: { tags: { create: [{ name: "t" }] } }) { id } }`,
  );
  expect(notes).toContainEqual(expect.stringContaining('`data.tags` of `Mutation.updateOnePost`'));
});

test('offsets and page numbers, with totals; a page of size 0 is empty', async () => {
  const { data, notes } = emulated(`
    type Query { devices(page: Int, pageSize: Int): DevicePage! events(limit: Int, offset: Int): EventList! }
    type DevicePage { data: [Device!]! meta: Meta! } type Meta { pagination: Pagination! } type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
    type EventList { items: [Event!]! total: Int! hasMore: Boolean! } type Device { id: ID! name: String! } type Event { id: ID! at: String! }`);
  const ask = async (args: string) =>
    (await data(`{ devices(${args}) { data { id } meta { pagination { total page pageSize pageCount } } } }`)).devices;
  const pages = [
    await ask('page: 1, pageSize: 5'),
    await ask('page: 2, pageSize: 5'),
    await ask('page: 3, pageSize: 5'),
  ];
  expect(pages.map(({ data: items }) => items.length)).toEqual([5, 5, 2]);
  expect(new Set(pages.flatMap(({ data: items }) => items.map(({ id }: { id: string }) => id))).size).toBe(12);
  expect(pages[1].meta.pagination).toEqual({ total: 12, page: 2, pageSize: 5, pageCount: 3 });
  expect(await ask('page: 1, pageSize: 0')).toEqual({
    data: [],
    meta: { pagination: { total: 12, page: 1, pageSize: 0, pageCount: 0 } },
  });
  const { events } = await data('{ events(limit: 5, offset: 10) { items { id } total hasMore } }');
  expect([events.items.length, events.total, events.hasMore]).toEqual([2, 12, false]);
  expect((await data('{ events(limit: 0) { items { id } total } }')).events).toEqual({ items: [], total: 12 });
  expect(notes).toEqual([]);
});

test('null happens, in the share that is asked for', async () => {
  const sdl =
    'type Query { devices: [Device!]! } type Device { id: ID! name: String group: Group tags: [String!]! note: String! } type Group { id: ID! }';
  const share = async (nulls: number) => {
    const { devices } = await emulated(sdl, { nulls, count: { Device: 1000 } }).data(
      '{ devices { name group { id } tags note } }',
    );
    const count = (is: (device: Record<string, unknown>) => boolean) => devices.filter(is).length / 1000;
    return [
      count(({ name }) => name === null),
      count(({ group }) => group === null),
      count(({ tags }) => Array.isArray(tags) && tags.length === 0),
    ];
  };
  for (const each of await share(0.1)) expect(Math.abs(each - 0.1)).toBeLessThan(0.04);
  expect(await share(0)).toEqual([0, 0, 0]);
  expect(await share(1)).toEqual([1, 1, 1]);
});
