import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';

/*
 * A small product: a backend with a list in pages, a detail page, a filter, a rename and a delete. It is written against a
 * customer's schema, and runs against the emulator without code for the emulator.
 */

/** The names in a schema that the product uses. Everything is one operation, with the places in its answer. */
interface Service {
  readonly schema: string;
  readonly count?: Readonly<Record<string, number>>;
  /** The names of the type of a thing, and the field with its name. */
  readonly name: 'name' | 'title';
  /** Lists things: `$first`, `$after` and `$filter`. */
  readonly list: string;
  readonly page: (data: Data) => Page;
  /** The value of `$filter`, and the check of a thing in the list. */
  readonly filter: unknown;
  readonly keeps: (thing: Thing) => boolean;
  readonly detail: string;
  readonly rename: string;
  readonly renamed: (data: Data) => Thing | null;
  readonly remove: string;
  /** Other variables, from the first page of some list. */
  readonly scope?: { readonly query: string; readonly read: (data: Data) => Readonly<Record<string, unknown>> };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of three schemas
type Data = any;
type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

interface Page {
  readonly total: number;
  readonly things: readonly Thing[];
  readonly next: string | null;
}

const connection = ({ totalCount, nodes, edges, pageInfo }: Data): Page => ({
  total: totalCount,
  things: nodes ?? edges.map(({ node }: Data) => node),
  next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
});

const services: Readonly<Record<string, Service>> = {
  'a control API of our own': {
    schema: 'test/fixtures/control.graphql',
    name: 'name',
    list: `query List($first: Int, $after: String, $filter: DeviceFilter) { team { devices(first: $first, after: $after, filter: $filter) {
      totalCount nodes { id name status } pageInfo { hasNextPage endCursor } } } }`,
    page: ({ team }) => connection(team.devices),
    filter: { status: 'ONLINE' },
    keeps: ({ status }) => status === 'ONLINE',
    detail: 'query Detail($id: ID!) { thing: device(id: $id) { id name status network { ipAddress } } }',
    rename: 'mutation Rename($id: ID!, $name: String!) { renameDevice(deviceId: $id, newName: $name) { id name } }',
    renamed: ({ renameDevice }) => renameDevice,
    remove: 'mutation Remove($id: ID!) { deleteDevice(id: $id) { success errors { message } } }',
  },
  GitHub: {
    count: { Issue: 120 },
    schema: 'node_modules/@octokit/graphql-schema/schema.graphql',
    name: 'title',
    scope: {
      query: '{ viewer { repositories(first: 1) { nodes { id } } } }',
      read: ({ viewer }) => ({ repository: viewer.repositories.nodes[0].id }),
    },
    list: `query List($repository: ID!, $first: Int, $after: String, $filter: [IssueState!]) { node(id: $repository) { ... on Repository {
      issues(first: $first, after: $after, states: $filter, orderBy: { field: CREATED_AT, direction: ASC }) {
        totalCount nodes { id title state } pageInfo { hasNextPage endCursor } } } } }`,
    page: ({ node }) => connection(node.issues),
    filter: ['OPEN'],
    keeps: ({ state }) => state === 'OPEN',
    detail: 'query Detail($id: ID!) { thing: node(id: $id) { ... on Issue { id title state body } } }',
    rename:
      'mutation Rename($id: ID!, $name: String!) { updateIssue(input: { id: $id, title: $name }) { issue { id title } } }',
    renamed: ({ updateIssue }) => updateIssue.issue,
    remove: 'mutation Remove($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { id } } }',
  },
  'a shop': {
    schema: 'test/product/node_modules/@nautical-commerce/graphql-schema/nautical/schema.graphql',
    name: 'name',
    list: `query List($first: Int, $after: String, $filter: CollectionFilterInput) { collections(first: $first, after: $after, filter: $filter) {
      totalCount edges { node { id name isPublished } } pageInfo { hasNextPage endCursor } } }`,
    page: ({ collections }) => connection(collections),
    filter: { published: 'PUBLISHED' },
    // A value of another enum is noted, and chooses nothing.
    keeps: () => true,
    detail: 'query Detail($id: ID!) { thing: collection(id: $id) { id name slug description isPublished } }',
    rename:
      'mutation Rename($id: ID!, $name: String!) { collectionUpdate(id: $id, input: { name: $name }) { collection { id name } productErrors { message } } }',
    renamed: ({ collectionUpdate }) => collectionUpdate.collection,
    remove: 'mutation Remove($id: ID!) { collectionDelete(id: $id) { collection { id } productErrors { message } } }',
  },
};

/** The backend of the product. */
async function backend(service: Service, url: string, key: string) {
  const control = createControlClient({ baseUrl: url, apiKey: key });
  const { query = '', read = () => ({}) } = service.scope ?? {};
  const scope: Readonly<Record<string, unknown>> = query === '' ? {} : read(await control.request(query));
  const app = new Hono();

  app.get('/things', async (context) => {
    const { after, size = '10', filtered } = context.req.query();
    const data = await control.request(service.list, {
      ...scope,
      first: Number(size),
      ...(after !== undefined && { after }),
      ...(filtered !== undefined && { filter: service.filter }),
    });
    return context.json(service.page(data));
  });
  app.get('/things/:id', async (context) => {
    const { thing }: Data = await control.request(service.detail, { id: context.req.param('id') });
    return thing ? context.json(thing) : context.json({ error: 'There is no such thing.' }, 404);
  });
  app.patch('/things/:id', async (context) => {
    const { name } = await context.req.json();
    return context.json(service.renamed(await control.request(service.rename, { id: context.req.param('id'), name })));
  });
  app.delete('/things/:id', async (context) => {
    await control.request(service.remove, { id: context.req.param('id') });
    return context.body(null, 204);
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: response.status === 204 ? undefined : ((await response.json()) as Data) };
  };
  const close = async () => {
    await control.close();
    server.close();
  };
  return { call, [Symbol.asyncDispose]: close };
}

/** Every thing of the list, page by page. */
async function everything(
  call: Awaited<ReturnType<typeof backend>>['call'],
  query = '',
): Promise<{ things: readonly Thing[]; total: number }> {
  const things: Thing[] = [];
  for (let after = ''; ; ) {
    const { status, body }: { status: number; body: Page } = await call('GET', `/things?size=3${query}${after}`);
    expect(status).toBe(200);
    things.push(...body.things);
    if (body.next === null) return { things, total: body.total };
    after = `&after=${encodeURIComponent(body.next)}`;
  }
}

describe.each(Object.entries(services))('a small product over %s', (_, service) => {
  test('a small product lists in pages, shows, filters, renames and deletes, without code for the emulator', async () => {
    await using emulator = await startEmulator({ schema: service.schema, count: service.count ?? {} });
    await using product = await backend(service, emulator.url, emulator.key);
    const { call } = product;

    const { things, total } = await everything(call);
    expect(things.length).toBeGreaterThan(1);
    expect([things.length, new Set(things.map(({ id }) => id)).size]).toEqual([total, total]);
    for (const thing of things) {
      const { status, body } = await call('GET', `/things/${encodeURIComponent(thing.id)}`);
      expect([status, body]).toEqual([200, expect.objectContaining(thing)]);
    }
    expect((await call('GET', '/things/unknown')).status).toBe(404);

    const filtered = await everything(call, '&filtered=yes');
    expect(filtered).toEqual({ things: things.filter(service.keeps), total: things.filter(service.keeps).length });

    const [first, second] = things;
    const path = `/things/${encodeURIComponent(first?.id ?? '')}`;
    expect((await call('PATCH', path, { name: 'Lobby' })).body).toEqual({ id: first?.id, [service.name]: 'Lobby' });
    expect((await call('GET', path)).body[service.name]).toBe('Lobby');
    const renamed = [{ ...first, [service.name]: 'Lobby' }, ...things.slice(1)];
    expect((await everything(call)).things).toEqual(renamed);

    expect((await call('DELETE', `/things/${encodeURIComponent(second?.id ?? '')}`)).status).toBe(204);
    expect((await call('GET', `/things/${encodeURIComponent(second?.id ?? '')}`)).status).toBe(404);
    expect(await everything(call)).toEqual({ things: renamed.filter(({ id }) => id !== second?.id), total: total - 1 });
  });
});
