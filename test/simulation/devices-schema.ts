import { buildSchema, graphqlSync } from 'graphql';
import { ITEMS } from './server.ts';

/** The documented schema with common pages. */
const schema = buildSchema(`
  type Query { team: Team }
  type Team { devices(first: Int, after: String): DeviceConnection }
  type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! }
  type Device { id: ID! name: String! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`);

const remembered = new Map<string, object>();

/** The answer to a question of `devices()`. Answers are cached, since the questions recur. */
export function devicesAnswer(query: string, variables: object): object {
  const key = JSON.stringify([query, variables]);
  const known = remembered.get(key) ?? execute(query, variables);
  remembered.set(key, known);
  return known;
}

function execute(source: string, variableValues: object): object {
  const { data, errors } = graphqlSync({
    schema,
    source,
    variableValues: { ...variableValues },
    rootValue: { team: { devices: ({ first, after }: { first?: number; after?: string }) => page(first, after) } },
  });
  if (!data) throw new Error(`devices() asked what the schema does not have: ${errors?.join('; ')}\n${source}`);
  return data;
}

function page(first = ITEMS, after = '0'): object {
  const to = Math.min(ITEMS, Number(after) + first);
  const nodes = Array.from({ length: to - Number(after) }, (_, index) => ({
    id: String(Number(after) + index),
    name: `device ${Number(after) + index}`,
  }));
  return { nodes, pageInfo: { hasNextPage: to < ITEMS, endCursor: String(to) } };
}
