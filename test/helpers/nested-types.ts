import { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';

/** A schema whose `Thing` has `members` possible types and leads to itself. */
export function thingSchema(members: number): string {
  const types = Array.from(
    { length: members },
    (_, at) =>
      `type M${at} implements Thing { id: ID! name: String child: Thing own${at}: Int list(after: String): Things }`,
  );
  return `
    interface Thing { id: ID! name: String child: Thing list(after: String): Things }
    type Things { nodes: [Thing] pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Query { root: Thing }
    ${types.join('\n')}
  `;
}

/** A query with `Thing` inside `Thing`, `depth` times. Each level selects something of one member. */
export function thingQuery(depth: number, fields = '__typename id name'): string {
  let set = `{ ${fields} }`;
  for (let left = depth; left > 1; left--) set = `{ ${fields} ... on M1 { own1 } child ${set} }`;
  return `query Nested { root ${set} }`;
}

/** Fragments that each spread the next one twice: a walk that follows each spread doubles with every fragment. */
export function doublingQuery(fragments: number): string {
  const one = (at: number): string =>
    `fragment F${at} on Thing { id left: child { ...F${at + 1} } right: child { ...F${at + 1} ...F${at + 1} } ...F${at + 1} }`;
  return [
    'query Doubling { root { ...F0 } }',
    ...Array.from({ length: fragments }, (_, at) => one(at)),
    `fragment F${fragments} on Thing { name }`,
  ].join('\n');
}

/** How often `work` reads the fields of a type: its cost, whatever the machine. */
export async function countReads(work: () => unknown): Promise<number> {
  let reads = 0;
  const restore = [GraphQLObjectType, GraphQLInterfaceType].map(({ prototype }) => {
    const { getFields } = prototype;
    prototype.getFields = function (this: GraphQLObjectType & GraphQLInterfaceType) {
      reads++;
      return getFields.call(this);
    };
    return () => {
      prototype.getFields = getFields;
    };
  });
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return reads;
}
