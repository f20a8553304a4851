import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLField, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Any, asker, pages } from './judge.ts';

/** The connections that a type gives without arguments. */
function connectionsOf(sdl: string, type: string): readonly GraphQLField<unknown, unknown>[] {
  const owner = buildSchema(sdl, { assumeValid: true }).getType(type);
  const fields = isObjectType(owner) ? Object.values(owner.getFields()) : [];
  return fields.filter(({ type: of, args }) => {
    const named = getNamedType(of);
    return (
      isObjectType(named) &&
      'pageInfo' in named.getFields() &&
      'edges' in named.getFields() &&
      !args.some(isRequiredArgument)
    );
  });
}

describe.each([
  [
    'GitHub',
    'node_modules/@octokit/graphql-schema/schema.graphql',
    'User',
    (selection: string) => `{ viewer ${selection} }`,
    'viewer',
    'pinnedItems recentProjects repositoriesContributedTo sponsorshipsAsMaintainer sponsorshipsAsSponsor starredRepositories watching',
  ],
  [
    'a shop',
    'test/product/node_modules/@nautical-commerce/graphql-schema/nautical/schema.graphql',
    'Query',
    (selection: string) => selection,
    '',
    'customers emailLogs permissionGroups',
  ],
])('on the schema of %s', (_, file, type, within, path, asksForMore) => {
  const sdl = readFileSync(file, 'utf8');

  test('paging through each list reaches every object that it counts, once', async () => {
    const { ask, notes } = await asker(sdl);
    const lists = connectionsOf(sdl, type);
    expect(lists.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const { name, type: of } of lists) {
      const named = getNamedType(of);
      const hasCount = isObjectType(named) && 'totalCount' in named.getFields();
      const seen = new Set<string>();
      let total = 0;
      const cursors = await pages(async (cursor) => {
        const after = cursor === null ? '' : `, after: "${cursor}"`;
        const data = await ask(
          within(
            `{ list: ${name}(first: 5${after}) { ${hasCount ? 'totalCount' : ''} edges { cursor } pageInfo { hasNextPage endCursor } } }`,
          ),
        );
        const { totalCount, edges, pageInfo }: Any = path ? data[path].list : data.list;
        total = totalCount ?? -1;
        return { ids: edges.map((edge: Any) => edge.cursor), cursor: pageInfo.endCursor, more: pageInfo.hasNextPage };
      });
      for (const cursor of cursors) seen.add(cursor);
      if (seen.size !== cursors.length || (hasCount && total !== cursors.length)) wrong.push(name);
    }
    // Of several lists of one type, those whose names ask for more than the type.
    const noted = new Set(notes.map((note) => /`\w+\.(\w+)` is drawn: its name asks for more/.exec(note)?.[1] ?? note));
    expect([wrong, [...noted].sort().join(' ')]).toEqual([[], asksForMore]);
  });
});

test('on GitHub, states, filters and orders are right', async () => {
  const { ask, notes } = await asker(readFileSync('node_modules/@octokit/graphql-schema/schema.graphql', 'utf8'), {
    count: { Issue: 300 },
  });
  const fields = 'nodes { id title state closed closedAt createdAt updatedAt author { login } }';
  const { viewer } = await ask(
    `{ viewer { all: issues(first: 100) { ${fields} } open: issues(first: 100, states: [OPEN]) { ${fields} totalCount } new: issues(first: 100, orderBy: { field: UPDATED_AT, direction: DESC }) { ${fields} } since: issues(first: 100, filterBy: { states: [CLOSED] }) { ${fields} } } }`,
  );
  const all: Any[] = viewer.all.nodes;
  expect(all.length).toBeGreaterThan(3);
  expect(viewer.open.nodes).toEqual(all.filter(({ state }) => state === 'OPEN'));
  expect(viewer.open.totalCount).toBe(viewer.open.nodes.length);
  expect(viewer.since.nodes).toEqual(all.filter(({ state }) => state === 'CLOSED'));
  expect(viewer.new.nodes).toEqual(all.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)));
  for (const each of all) {
    expect([each.closed, each.closedAt !== null]).toEqual([each.state === 'CLOSED', each.state === 'CLOSED']);
    expect(each.createdAt <= each.updatedAt).toBe(true);
  }
  expect(notes).toEqual([]);
});
