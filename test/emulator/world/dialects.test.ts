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
