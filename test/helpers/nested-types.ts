import { GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';

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

/** Fragments that each spread the next one twice. A walk of every spread doubles with each fragment. */
export function doublingQuery(fragments: number): string {
  const one = (at: number): string =>
    `fragment F${at} on Thing { id left: child { ...F${at + 1} } right: child { ...F${at + 1} ...F${at + 1} } ...F${at + 1} }`;
  return [
    'query Doubling { root { ...F0 } }',
    ...Array.from({ length: fragments }, (_, at) => one(at)),
    `fragment F${fragments} on Thing { name }`,
  ].join('\n');
}

/**
 * Fragments that each spread the next one under two conditions, below a field and beside it. A walk that separates every set of
 * conditions doubles with each fragment.
 */
export function conditionalQuery(fragments: number): string {
  const variables = Array.from({ length: fragments }, (_, at) => `$a${at}: Boolean! $b${at}: Boolean!`);
  const one = (at: number): string => {
    const next = (condition: string) => `...F${at + 1} ${condition}`;
    const [a, b] = [`@include(if: $a${at})`, `@skip(if: $b${at})`];
    return `fragment F${at} on Thing { id ${next(a)} ${next(b)} child ${a} { ${next('')} } child ${b} { ${next('')} } }`;
  };
  return [
    `query Conditional(${variables.join(' ')}) { root { ...F0 } }`,
    ...Array.from({ length: fragments }, (_, at) => one(at)),
    `fragment F${fragments} on Thing { name }`,
  ].join('\n');
}

/**
 * Fragments that select differently on two types, inside one another. The selection depends on every type on the way, so each level
 * doubles the sets of selections, while the text grows by the square.
 */
export function divergingQuery(levels: number): string {
  const path = (of: string, from: number, to: number): string =>
    from === to
      ? `fragment ${of}_${from} on Thing { ${of}: name }`
      : `fragment ${of}_${from} on Thing { child { ...${of}_${from + 1} } }\n${path(of, from + 1, to)}`;
  const branch = (at: number, member: number): string =>
    `... on M${member} { child { ...M${member}at${at}_${at + 1} ...F${at + 1} } }`;
  return [
    'query Diverging { root { ...F0 } }',
    ...Array.from({ length: levels }, (_, at) => [
      `fragment F${at} on Thing { id ${branch(at, 0)} ${branch(at, 1)} }`,
      path(`M0at${at}`, at + 1, levels),
      path(`M1at${at}`, at + 1, levels),
    ]).flat(),
    `fragment F${levels} on Thing { name }`,
  ].join('\n');
}

/** The number of times that `work` reads the fields of a type: its cost on any machine. */
export function countReads(work: () => unknown): Promise<number> {
  return countCalls([GraphQLObjectType.prototype, GraphQLInterfaceType.prototype], 'getFields', work);
}

/** The number of times that `work` looks up a type by name, as each visit of a fragment does. */
export function countVisits(work: () => unknown): Promise<number> {
  return countCalls([GraphQLSchema.prototype], 'getType', work);
}

/** The number of times that `work` calls a method of a class of graphql. */
export async function countCalls<Name extends string>(
  prototypes: readonly Record<Name, (...given: never[]) => unknown>[],
  name: Name,
  work: () => unknown,
): Promise<number> {
  let calls = 0;
  const restore = prototypes.map((prototype) => {
    const original = prototype[name];
    prototype[name] = function (this: unknown, ...given) {
      calls++;
      return original.apply(this, given);
    };
    return () => {
      prototype[name] = original;
    };
  });
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return calls;
}
