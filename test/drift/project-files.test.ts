import { expect, test } from 'vitest';
import { parseAccepted, renderReport } from '../../src/drift/index.ts';
import { checkFiles } from './helpers/check.ts';
import { driftOf } from './helpers/findings.ts';
import { judged } from './helpers/reports.ts';

const before = 'type Query {\n  a: Int!\n  b: Int!\n}\n';
const live = 'type Query {\n  a: Int!\n  b: Int\n}\n';
const accepted = `${JSON.stringify(
  { accepted: [{ coordinate: 'Query.b', change: 'nullability-changed', from: 'Int!', to: 'Int', reason: 'known' }] },
  null,
  2,
)}\n`;
const files = {
  'schema.graphql': before,
  'live.graphql': live,
  'operations/a.graphql': 'query A {\n  a\n  b\n}\n',
  'drift.json': accepted,
};
const run = (changes: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  checkFiles({ ...files, ...changes }, '--live', 'live.graphql', ...args);
const runWith = (config: string, changes: Readonly<Record<string, string>> = {}) =>
  run({ ...changes, 'codegen.mjs': `export default { ${config} };` }, '--config', 'codegen.mjs');

const configured = {
  ...files,
  'codegen.mjs': `export default { documents: 'operations', schema: 'schema.graphql', generates: {} };\n`,
};
test.each(Object.entries(configured))('%s is read with a byte order mark and Windows line ends', async (file, text) => {
  const windows = `\ufeff${text.replaceAll('\n', '\r\n')}`;
  const { code, stdout } = await run({ ...configured, [file]: windows }, '--config', 'codegen.mjs');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Accepted: 1 finding.')]);
});

test('an accepted change that a merge duplicated counts once', () => {
  const { accepted: entries } = JSON.parse(accepted);
  expect(parseAccepted(JSON.stringify({ accepted: [...entries, ...entries] }), 'drift.json')).toHaveLength(1);
});

test.each([
  ['drift.json', /drift\.json: Line 2: a merge left a conflict/],
  [
    'operations/a.graphql',
    /operations\/a\.graphql:2:1[\s\S]*A merge left a conflict: resolve it\.|A merge left a conflict/,
  ],
  ['schema.graphql', /schema\.graphql:2:1 is invalid: A merge left a conflict\. Resolve it/],
  ['codegen.ts', /codegen\.ts:2:1: A merge left a conflict\. Resolve it/],
  ['codegen.mjs', /codegen\.mjs:2:1: A merge left a conflict\. Resolve it/],
  ['live.graphql', /live\.graphql:2:1 is invalid: A merge left a conflict\. Resolve it/],
])('the message names the conflict of a merge in %s', async (file, sentence) => {
  const text = `{\n<<<<<<< HEAD\n  a\n=======\n  b\n>>>>>>> main\n}\n`;
  const { code, stdout, stderr } = await run({ [file]: text });
  expect(code).toBe(2);
  expect(stdout + stderr).toMatch(sentence);
});

const breaking = { 'api/schema.graphql': before, 'api/a.graphql': 'query A { b }', 'drift.json': '{}' };
test.each([
  ['a schema by its path', `schema: 'api/schema.graphql', documents: 'api/a.graphql', generates: {}`],
  [
    'an output with documents of its own',
    `schema: ['api/schema.graphql'], generates: { 'x.ts': { documents: ['api/a.graphql'] } }`,
  ],
  [
    'an output with a schema of its own',
    `generates: { 'x.ts': { schema: 'api/schema.graphql', documents: 'api/a.graphql' } }`,
  ],
])('check reads a config as the generator does: %s', async (_what, config) => {
  const { code, stdout } = await runWith(config, breaking);
  expect([code, stdout]).toEqual([1, expect.stringContaining('Query.b changed its type from Int! to Int.')]);
  expect(stdout).toContain('api/a.graphql:1:11');
});

test.each([
  [`schema: 'api/*.graphql'`, 'api/*.graphql'],
  [`schema: ['a.graphql', { 'b.graphql': {} }]`, 'a.graphql, b.graphql'],
  [`schema: 'type Query { a: Int }'`, 'type Query { a: Int }'],
])('a config with %s is refused with a sentence', async (schema, named) => {
  const { code, stderr } = await runWith(`${schema}, documents: 'operations', generates: {}`);
  expect(code).toBe(2);
  expect(stderr).toContain(`The config reads its schema from ${named}, but a snapshot is one file`);
});

test.each([
  ['1,500 levels', `query A { a ${'{ a '.repeat(1500)} ${'}'.repeat(1500)} } query B { b }`],
  [
    'a chain of 1,500 fragments',
    `query A { ...F0 } query B { b } ${Array.from({ length: 1500 }, (_, it) => `fragment F${it} on Query { ...F${it + 1} }`).join(' ')} fragment F1500 on Query { a }`,
  ],
])('an operation with %s is reported, and the others are compared', (_what, text) => {
  const { findings } = driftOf(before, live, text);
  expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'mistake: The operation selects more than 500 levels, which is more than can be compared.',
    'types: Query.b changed its type from Int! to Int.',
  ]);
});

test('texts of the service do not become links in a comment', () => {
  const reason = 'See https://example.com/a, www.example.com, #1 and owner/repo#3, or ask @team.';
  const report = judged(`type Query { a: Int @deprecated(reason: ${JSON.stringify(reason)}) }`, {
    snapshot: 'type Query { a: Int }',
    sources: [{ file: 'a.graphql', text: 'query A { a }' }],
  });
  expect(renderReport.markdown(report)).not.toMatch(/https:\/\/example|www\.example|@team/);
});
