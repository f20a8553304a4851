// The compared clients: this SDK with all its promises, and fetch, node:http and undici as in handwritten code.

export const few = 'query Few { team { devices { nodes { id name } } } }';
export const many = 'query Many { team { devices { nodes { id name } } } }';
export const outage = 'query Outage { team { devices { nodes { id name } } } }';
export const paged =
  'query Paged($first: Int, $after: String, $total: Int, $latencyMs: Int) { team { devices(first: $first, after: $after, total: $total, latencyMs: $latencyMs) { nodes { id name } pageInfo { hasNextPage endCursor } } } }';

const key = 'key-under-measurement-0123456789';

/** The part of the schema that the operation uses. */
const fewSchema =
  'type Query{team:Team!}type Team{devices:DeviceConnection!}type DeviceConnection{nodes:[Device!]!}type Device{id:ID!name:String!}';

/** The watcher of every answer, and the operation of this folder as it is generated with `origins`. */
export async function watcher() {
  const { TypedOperation } = await import(process.env.SDK ?? '../../../dist/index.mjs');
  const { watchDrift } = await import(process.env.SDK_WATCH ?? '../../../dist/watch.mjs');
  const operation = new TypedOperation(few, {
    name: 'Few',
    kind: 'query',
    origin: { file: 'few.graphql', schema: fewSchema },
    connections: {},
  });
  const watch = watchDrift({
    answers: 1,
    onDrift: ({ message }) => {
      throw new Error(`The answer does not fit: ${message}`);
    },
  });
  return { watch, operation };
}

/** This SDK over a dispatcher of the caller's own undici. */
export async function dispatcher(baseUrl) {
  const { Pool } = await import('undici');
  return sdk(baseUrl, { dispatcher: new Pool(baseUrl, { connections: 64 }) });
}

export async function sdk(baseUrl, options = {}) {
  const { createControlClient, TypedOperation } = await import(process.env.SDK ?? '../../../dist/index.mjs');
  const client = createControlClient({ baseUrl, apiKey: key, ...options });
  const operation = new TypedOperation(paged, {
    name: 'Paged',
    kind: 'query',
    connections: {
      'team.devices': {
        path: ['team', 'devices'],
        items: ['nodes'],
        direction: 'forward',
        pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
        cursorVariable: 'after',
      },
    },
  });
  return {
    /** One of many clients, which share connections. */
    another: () => createControlClient({ baseUrl, apiKey: key, maxConnections: 64 }),
    request: (query, variables) => client.request(query, variables),
    pages: (variables, prefetch = false) => client.paginate(operation, variables, { prefetch }).pages(),
    nodes: (variables) => client.paginate(operation, variables),
  };
}

/** Loaded once, because an import costs part of the work of a client. */
let loaded;

/** This SDK, without the extra options of the measurements. */
export async function sdkClient(baseUrl) {
  loaded ??= await import(process.env.SDK ?? '../../../dist/index.mjs');
  return loaded.createControlClient({ baseUrl, apiKey: key });
}

/** This SDK with a client for each call, as in a handler for many teams. */
export async function clientEach(baseUrl) {
  return { request: async (query, variables) => (await sdkClient(baseUrl)).request(query, variables) };
}

export async function bareFetch(baseUrl) {
  async function request(query, variables) {
    const response = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { data, errors } = await response.json();
    if (errors?.length) throw new Error(errors[0].message);
    return data;
  }
  async function* pages(variables) {
    let after;
    for (;;) {
      const { devices } = (await request(paged, { ...variables, after })).team;
      yield devices;
      if (!devices.pageInfo.hasNextPage) return;
      after = devices.pageInfo.endCursor;
    }
  }
  async function* nodes(variables) {
    for await (const page of pages(variables)) yield* page.nodes;
  }
  return { request, pages, nodes };
}

/** Handwritten code that reads the text of an answer. */
function dataOf(status, text) {
  if (status !== 200) throw new Error(`status ${status}`);
  const { data, errors } = JSON.parse(text);
  if (errors?.length) throw new Error(errors[0].message);
  return data;
}

/** The limit on Node without a dependency: node:http with keep-alive. */
export async function nodeHttp(baseUrl) {
  // A static import makes Node 24 load all of fetch, in the processes of the other clients too.
  const http = process.getBuiltinModule('node:http');
  const agent = new http.Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  const request = (query, variables) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ query, variables });
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'content-length': Buffer.byteLength(body),
      };
      const sent = http.request({ hostname, port, path: '/graphql', method: 'POST', headers, agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          try {
            resolve(dataOf(response.statusCode, Buffer.concat(chunks).toString()));
          } catch (error) {
            reject(error);
          }
        });
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { request };
}

/** The limit with undici: its Pool, by `request`. */
export async function undiciPool(baseUrl) {
  const { Pool } = await import('undici');
  const pool = new Pool(baseUrl, { connections: 64 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const request = async (query, variables) => {
    const body = JSON.stringify({ query, variables });
    const answer = await pool.request({ path: '/graphql', method: 'POST', headers, body });
    return dataOf(answer.statusCode, await answer.body.text());
  };
  return { request };
}

/** graphql-request as in its manual, over the global `fetch`. */
export async function graphqlRequest(baseUrl) {
  const { GraphQLClient } = await import('graphql-request');
  const client = new GraphQLClient(`${baseUrl}/graphql`, { headers: { authorization: `Bearer ${key}` } });
  return { request: (query, variables) => client.request(query, variables) };
}
