import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { type ControlClient, createControlClient, TypedOperation } from '../../src/index.ts';
import { generateFrom, withFiles } from '../../test/codegen/generate-text.ts';
import { isFull } from '../../test/helpers/cases.ts';
import { compilers, makeProject } from './compilers.ts';

const options = {
  operations: resolve('test/codegen/github/*.graphql'),
  scalars: { DateTime: 'string', URI: 'string', GitObjectID: 'string' },
};
const github = await startEmulator({
  schema: resolve('node_modules/@octokit/graphql-schema/schema.graphql'),
  // Enough that one of 60 owners, or of 300 repositories, has several of each.
  count: { User: 60, Repository: 300, Gist: 300, Language: 400, Issue: 900, PullRequest: 900, Discussion: 900 },
  maxPageSize: 2,
});
const text = await generateFrom({ ...options, baseUrl: github.url, output: 'github.ts' });
const trees = await generateFrom({
  ...options,
  baseUrl: github.url,
  output: 'trees.ts',
  documents: 'ast',
  openEnums: true,
});
afterAll(() => github.close());

const consumer = `
import { createControlClient, type TypedOperation } from 'control-api-sdk';
import * as github from './github.js';

export type NodesOf<Operation> = Operation extends TypedOperation<infer _R, infer _V, infer Connections> ? Connections : never;

export async function use(): Promise<string[]> {
  const control = createControlClient();
  const { repository } = await control.request(github.RepositoryIssues, { owner: 'a', name: 'b', states: ['OPEN'] });
  const state: 'OPEN' | 'CLOSED' | undefined = repository?.issues.nodes?.[0]?.state;
  // @ts-expect-error no such state
  await control.request(github.RepositoryIssues, { owner: 'a', name: 'b', states: ['AJAR'] });
  // @ts-expect-error \`name\` is missing
  await control.request(github.RepositoryIssues, { owner: 'a' });
  const created = await control.request(github.CreateIssue, { input: { repositoryId: 'r', title: 't' } });
  const names: string[] = [created.createIssue?.issue?.id ?? '', state ?? ''];
  for await (const node of control.paginate(github.SearchEverything, { query: 'q', type: 'REPOSITORY' })) {
    if (node.__typename === 'Repository') names.push(node.nameWithOwner, node.createdAt);
    if (node.__typename === 'PullRequest') names.push(node.pullState);
  }
  for await (const { handle } of control.paginate(github.AliasedConnection, { login: 'a' })) names.push(handle);
  for await (const { number } of control.paginate(github.TwoConnections, { owner: 'a', name: 'b' }, { connection: 'repository.issues' }))
    names.push(String(number));
  const item: NodesOf<typeof github.Timeline>['repository.issueOrPullRequest.timelineItems'] = { __typename: 'IssueComment', body: '' };
  // @ts-expect-error a path through a list
  const none: keyof NodesOf<typeof github.NestedConnection> = 'repository.stargazers.nodes.followers';
  return [...names, item.__typename, none];
}
`;

test('at least 25 operations of difficult kinds are generated', () => {
  expect(text.match(/ new TypedOperation</g)?.length).toBeGreaterThanOrEqual(25);
  expect(text.replace(/\/\*\*.*?\*\//gs, '')).not.toMatch(/\bany\b/);
});

test('the schema of each operation takes 400 bytes at most with `origins`', async () => {
  const all = await generateFrom({ ...options, baseUrl: github.url, output: 'x.ts', origins: true });
  const [, its = ''] = /const \$schema =\s+`([^`]*(?:\\`[^`]*)*)`;/.exec(all) ?? [];
  expect(its.length / (all.match(/new TypedOperation</g)?.length ?? 0)).toBeLessThanOrEqual(400);
});

const treeConsumer = `
import { createControlClient } from 'control-api-sdk';
import { RepositoryIssues } from './trees.js';

export async function use(): Promise<string | undefined> {
  const data = await createControlClient().request(RepositoryIssues, { owner: 'a', name: 'b' });
  // An open enum: a future state can be compared, and the known ones are suggested.
  return data.repository?.issues.nodes?.[0]?.state === 'AJAR' ? undefined : data.repository?.nameWithOwner;
}`;

/** Every run has the oldest compiler and the newest. `--full` has each in each kind of project. */
const cells = compilers.flatMap((compiler) => [
  { compiler, type: 'module' as const, inEveryRun: compiler === 'typescript7' },
  { compiler, type: 'commonjs' as const, inEveryRun: compiler === 'typescript54' },
]);

test.each(cells.filter(({ inEveryRun }) => inEveryRun || isFull))(
  'the output passes the strictest flags in a project of type $type with $compiler',
  async ({ compiler, type }) => {
    const files = { 'github.ts': text, 'trees.ts': trees, 'consumer.ts': consumer, 'tree-consumer.ts': treeConsumer };
    await using project = await makeProject(type, files);
    expect(await project.check(compiler)).toMatchObject({ code: 0, stdout: '' });
  },
);

interface Viewer {
  readonly login: string;
  readonly repositories: { readonly nodes: readonly [{ id: string; name: string; owner: { login: string } }] };
}

describe('the operations run and page', () => {
  const values: Record<string, unknown> = {
    ...{ owner: 'a', name: 'b', login: 'c', query: 'q', type: 'ISSUE', number: 1, subject: 's' },
    ...{ withIssues: true, withoutOwner: false, asUser: false, brief: true },
  };
  let control: ControlClient;
  let operations: TypedOperation<unknown, Record<string, unknown>, Record<string, unknown>>[];
  beforeAll(async () => {
    control = createControlClient({ baseUrl: github.url, apiKey: github.key });
    const own = text.replace("'control-api-sdk'", JSON.stringify(resolve('src/index.ts')));
    const exported: unknown[] = await withFiles({ 'github.ts': own }, async (folder) =>
      Object.values(await import(pathToFileURL(`${folder}/github.ts`).href)),
    );
    operations = exported.filter((it) => it instanceof TypedOperation);
    // The emulator knows the repositories of its lists.
    const { viewer } = await control.request<{ viewer: Viewer }>(
      'query { viewer { login repositories(first: 1) { nodes { id name owner { login } } } } }',
    );
    const [repository] = viewer.repositories.nodes;
    Object.assign(values, { login: viewer.login, id: repository.id, ids: [repository.id] });
    Object.assign(values, { owner: repository.owner.login, name: repository.name });
  });
  afterAll(() => control.close());

  const variablesOf = (operation: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => String(operation).includes(`$${name}:`)));

  test('every query is answered', async () => {
    const queries = operations.filter(({ operationKind }) => operationKind === 'query');
    for (const query of queries) {
      expect(await control.request(query, variablesOf(query))).toBeTypeOf('object');
    }
    expect(queries.length).toBeGreaterThanOrEqual(22);
  });

  test('every connection is read to its end, page by page, without a repeated cursor', async () => {
    const pagesOf: Record<string, number> = {};
    for (const operation of operations) {
      for (const connection of Object.keys(operation.connections)) {
        // A union decides here, and the server may answer with a variant without such a connection.
        if (/issueOrPullRequest|node\.followers/.test(connection)) continue;
        const cursors: unknown[] = [];
        for await (const page of control.paginate(operation, variablesOf(operation), { connection }).pages())
          cursors.push(page.cursor);
        expect(new Set(cursors).size).toBe(cursors.length);
        pagesOf[`${operation.operationName} ${connection}`] = cursors.length;
      }
    }
    expect(Object.keys(pagesOf).length).toBeGreaterThanOrEqual(16);
    expect(Object.values(pagesOf).filter((pages) => pages > 1).length).toBeGreaterThanOrEqual(12);
  });
});
