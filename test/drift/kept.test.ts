import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outcome, Project } from './helpers/check.ts';

const sdl = `
  scalar Time
  type Query { team: Team }
  type Team { id: ID! name: String state: State seen: Time devices(first: Int, after: String): Devices! }
  type Devices { nodes: [Device!]! pageInfo: PageInfo! }
  type Device { id: ID! name: String! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  enum State { ON OFF }
`;
const edited = {
  more: sdl.replace('name: String state', 'name: String more: Int state'),
  types: sdl.replace('name: String!', 'name: String').replace('ON OFF', 'ON OFF LOST'),
  removed: sdl.replace('seen: Time', ''),
  text: sdl.replace('seen: Time', 'seen: String'),
};
const paged = 'query Paged { team { devices { nodes { id name } pageInfo { hasNextPage } } } }';

/** The service: its schema can be replaced, or taken away. */
let live: string | undefined = sdl;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (live === undefined) return void response.writeHead(401).end('{}');
  const answer = graphqlSync({ schema: buildSchema(live), source: JSON.parse(body).query });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const kept = 'node_modules/.cache/control-api-sdk';

/** The file with the comparison that is kept; undefined if there is none. */
async function keptFile({ folder }: Project): Promise<string | undefined> {
  const [name] = await readdir(join(folder, kept)).catch(() => []);
  return name && join(folder, kept, name);
}

async function projectWith(files: Readonly<Record<string, string>>, keeps = true): Promise<Project> {
  const project = await Project.create({ 'schema.graphql': sdl, 'operations/a.graphql': paged, ...files });
  if (keeps) await mkdir(join(project.folder, 'node_modules'));
  return project;
}

const timeless = ({ code, stdout, stderr }: Outcome) => {
  const texts = [stdout, stderr].map((text) =>
    text.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, 'now'),
  );
  return [code, ...texts];
};

/** Every input of a check, and what it may be. */
const inputs = {
  operations: [
    paged,
    'query Team { team { id state seen } }',
    'query OnePage { team { devices { nodes { id } } } }',
    'query Gone { team { gone } }',
    'query Mistake($unused: Int) { team { id } }',
  ],
  snapshot: [sdl, `# By hand.\n${sdl}`, ...Object.values(edited), 'type Query { broken: Nothing }'],
  live: [sdl, ...Object.values(edited), undefined],
  accepted: [
    '{}',
    '{"accepted":[{"coordinate":"State.LOST","change":"enum-value-added","from":null,"to":"LOST","reason":"known"}]}',
    '{"accepted":[{"coordinate":"Team.x","change":"field-removed","from":null,"to":null,"reason":"r","until":"2020-01-01"}]}',
    '{"accepted":',
  ],
  args: [
    [],
    ['--format', 'json'],
    ['--format', 'html'],
    ['--fail-on', 'any', '--all'],
    ['--no-snapshot'],
    ['--config', 'open.mjs'],
    ['--config', 'mapped.mjs'],
    ['--confirm-loss', '--format', 'junit'],
  ],
};
const config = (options: string) =>
  `export default { documents: 'operations/*.graphql', generates: { 'x.ts': { config: { ${options} } } } };`;
const { operations, snapshot, accepted, args } = inputs;

/** One input changes, or none. */
const anyEdit: fc.Arbitrary<{
  readonly operations?: string;
  readonly snapshot?: string;
  readonly live?: { readonly sdl: string | undefined };
  readonly accepted?: string;
  readonly args?: readonly string[];
}> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...operations).map((text) => ({ operations: text })),
  fc.constantFrom(...snapshot).map((text) => ({ snapshot: text })),
  fc.constantFrom(...inputs.live).map((text) => ({ live: { sdl: text } })),
  fc.constantFrom(...accepted).map((text) => ({ accepted: text })),
  fc.constantFrom(...args).map((line) => ({ args: line })),
);

test('a check that kept its last comparison reports what a whole check does, whatever is edited in between', async () => {
  const files = { 'open.mjs': config('openEnums: true'), 'mapped.mjs': config(`scalars: { Time: 'string' }`) };
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 12, maxLength: 12 }), async (edits) => {
      live = sdl;
      let line: readonly string[] = [];
      await using keeping = await projectWith(files);
      await using whole = await projectWith(files, false);
      for (const edit of edits) {
        if (edit.live) live = edit.live.sdl;
        line = edit.args ?? line;
        for (const project of [keeping, whole]) {
          if (edit.operations) await project.write('operations/a.graphql', edit.operations);
          if (edit.snapshot) await project.write('schema.graphql', edit.snapshot);
          if (edit.accepted) await project.write('drift.json', edit.accepted);
        }
        const before = await inodeOf(keeping);
        const outcome = await keeping.check(line, { CONTROL_API_URL: url });
        expect(timeless(outcome)).toEqual(timeless(await whole.check(line, { CONTROL_API_URL: url })));
        if (outcome.code < 2 && before !== undefined && before === (await inodeOf(keeping))) found++;
      }
    }),
    { numRuns: 5 },
  );
  // Else nothing was shown.
  expect(found).toBeGreaterThan(5);
});

test.each([
  ['openEnums', 'openEnums: true', edited.types, 'query State { team { state } }'],
  ['scalars', `scalars: { Time: 'string' }`, edited.text, 'query Seen { team { seen } }'],
])('what is kept for one config is not reported for another: %s', async (_option, other, moved, operation) => {
  live = moved;
  await using project = await projectWith({
    'operations/a.graphql': operation,
    'a.mjs': config(''),
    'b.mjs': config(other),
  });
  const env = { CONTROL_API_URL: url };
  const reports = [];
  for (const file of ['a.mjs', 'b.mjs', 'a.mjs'])
    reports.push((await project.check(['--config', file, '--fail-on', 'any'], env)).stdout);
  expect(reports[1]).not.toBe(reports[0]);
  expect(reports[2]).toBe(reports[0]);
});

async function inodeOf(project: Project): Promise<number | undefined> {
  const file = await keptFile(project);
  return file === undefined ? undefined : (await stat(file)).ino;
}

test('an unchanged schema is not compared again: the report is of what was kept', async () => {
  live = sdl;
  await using project = await projectWith({});
  const env = { CONTROL_API_URL: url };
  expect((await project.check([], env)).stdout).toContain('In step: 1 operation matches');
  const file = (await keptFile(project)) ?? '';
  const record = JSON.parse(await readFile(file, 'utf8'));
  record.drift.operations.push(record.drift.operations[0]);
  await writeFile(file, JSON.stringify(record));
  expect((await project.check([], env)).stdout).toContain('In step: 2 operations match');
  live = edited.more;
  expect((await project.check([], env)).stdout).toContain('In step: 1 operation matches');
});

test('what is kept is not trusted where it is broken, of another version, or cannot be written', async () => {
  live = sdl;
  await using project = await projectWith({});
  const env = { CONTROL_API_URL: url };
  const inStep = (await project.check([], env)).stdout;
  const file = (await keptFile(project)) ?? '';
  const record = JSON.parse(await readFile(file, 'utf8'));
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    JSON.stringify({ ...record, drift: null }),
    JSON.stringify({ ...record, question: '' }),
  ]) {
    await writeFile(file, text);
    expect(await project.check([], env)).toMatchObject({ code: 0, stdout: inStep });
  }
  await using blocked = await projectWith({ 'node_modules/.cache': 'a file' }, false);
  expect(await blocked.check([], env)).toMatchObject({ code: 0, stdout: inStep, stderr: '' });
});

test('where no packages are installed, a check writes nothing', async () => {
  live = sdl;
  await using project = await projectWith({}, false);
  await project.check([], { CONTROL_API_URL: url });
  expect((await readdir(project.folder)).sort()).toEqual(['operations', 'schema.graphql']);
});
