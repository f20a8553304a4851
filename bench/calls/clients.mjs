// The two that are compared: this SDK with all its promises on, and fetch as a person would write it.

export const few = 'query Few { team { devices { nodes { id name } } } }';
export const many = 'query Many { team { devices { nodes { id name } } } }';
export const paged =
  'query Paged($first: Int, $after: String, $total: Int, $latencyMs: Int) { team { devices(first: $first, after: $after, total: $total, latencyMs: $latencyMs) { nodes { id name } pageInfo { hasNextPage endCursor } } } }';

const key = 'key-under-measurement-0123456789';

export async function sdk(baseUrl) {
  const { createControlClient, TypedOperation } = await import(process.env.SDK ?? '../../dist/index.mjs');
  const client = createControlClient({ baseUrl, apiKey: key });
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
    request: (query, variables) => client.request(query, variables),
    pages: (variables, prefetch = false) => client.paginate(operation, variables, { prefetch }).pages(),
    nodes: (variables) => client.paginate(operation, variables),
  };
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
