import { expect, test } from 'vitest';
import { type DriftReport, judgeDrift, renderReport } from '../../src/drift/index.ts';
import type { GivenOption } from '../../src/drift/report/report.ts';
import { checkFiles } from './helpers/check.ts';
import { judged, reports } from './helpers/reports.ts';

const drifted = reports['drifted in every way'];
const accept = `check --accept ${drifted.verdict.failing[0]?.coordinate} --reason '<why>'`;

/** The commands that a report proposes after a check with these options. */
function proposed(report: DriftReport, ...words: readonly string[]): readonly string[] {
  const commandOptions = words.map((word): GivenOption => {
    const [option = '', value] = word.split(/ (.*)/s);
    return value === undefined ? { option } : { option, value };
  });
  return commandsIn(renderReport.pretty({ ...report, commandOptions }));
}

function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {4}npx control-api-sdk (.*)$/gm)].map(([, command = '']) => command);
}

test.each<readonly [given: readonly string[], commands: readonly string[]]>([
  [[], ['schema pull', 'generate', accept]],
  // A schema from a file is not pulled.
  [['--live next.graphql'], ['generate', `${accept} --live next.graphql`]],
  [
    ['--config api/codegen.ts', '--with-key', '--settings .env.ci'],
    [
      'schema pull --with-key --settings .env.ci',
      'generate --config api/codegen.ts --settings .env.ci',
      `${accept} --config api/codegen.ts --with-key --settings .env.ci`,
    ],
  ],
  // Another version is not the snapshot, so no command replaces it. Lines of code may make a change count.
  [
    ['--against git:v1', '--code', '--fail-on types', '--format json', '--output a.json', '--all'],
    [`${accept} --against git:v1 --code --fail-on types`],
  ],
  [['--code-command npm test'], ['schema pull', 'generate', `${accept} --code-command 'npm test'`]],
  // Options of the report itself are not repeated.
  [
    ['--accept Device.name', '--reason why'],
    ['schema pull', 'generate'],
  ],
])('the proposed commands keep the options %j', (given, commands) => {
  expect(proposed(drifted, ...given)).toEqual(commands);
});

test('a missing snapshot is pulled from where the schema was read', () => {
  const report = { ...drifted, snapshot: undefined };
  expect(proposed(report, '--settings staging.env')).toEqual([
    'schema pull --settings staging.env',
    `${accept} --settings staging.env`,
  ]);
  expect(proposed(report, '--with-key')[0]).toBe('schema pull --with-key');
  expect(proposed(report, '--live next.graphql')).toEqual([`${accept} --live next.graphql`]);
});

test('a report in step proposes a pull only if the schema changed elsewhere', () => {
  const verdict = judgeDrift({ ...drifted.verdict, findings: [], otherChanges: [] });
  const otherChanges = [{ coordinate: 'A.b', message: 'A.b was added.', level: 'minor' as const }];
  expect(proposed({ ...drifted, outcome: 'in-step', verdict })).toEqual([]);
  expect(proposed({ ...drifted, outcome: 'in-step', verdict: { ...verdict, otherChanges } })).toEqual([
    'schema pull',
    'generate',
  ]);
});

test('a snapshot of another name is pulled to its file', () => {
  expect(proposed({ ...drifted, snapshot: 'my schema.graphql' })[0]).toBe("schema pull --output 'my schema.graphql'");
});

test('a schema of a file is copied to the snapshot, unless it is the snapshot itself', () => {
  const text = (live: string): string =>
    renderReport.pretty({ ...drifted, live, commandOptions: [{ option: '--live', value: live }] });
  expect(text('next.graphql')).toContain('To move on to this schema, copy next.graphql to schema.graphql, then run:');
  expect(text('schema.graphql')).not.toContain('To move on');
});

test('an operation that the snapshot rejects too leaves nothing to pull or accept', () => {
  const sources = [{ file: 'a.graphql', text: 'query A { nam }' }];
  const snapshot = 'type Query { name: String }';
  expect(proposed(judged(snapshot, { snapshot, sources }), '--live next.graphql')).toEqual([]);
});

test('an accepted broken operation keeps its snapshot', () => {
  const sources = [{ file: 'a.graphql', text: 'query A { name }' }];
  const change = {
    coordinate: 'Query.name',
    change: 'field-removed',
    from: 'String',
    to: null,
    level: 'broken',
  } as const;
  const report = judged('type Query { serial: String other: Int }', {
    ...{ snapshot: 'type Query { name: String serial: String }', sources },
    policy: { accepted: [{ ...change, reason: 'gone soon' }] },
  });
  expect([report.outcome, proposed(report)]).toEqual(['in-step', []]);
});

test('a server that does not show all types leaves nothing to run', () => {
  const error = { code: 'types_lost', message: 'x' };
  expect(proposed({ ...reports['could not tell'], error })).toEqual([]);
});

test('the settings are kept if the schema could not be read', () => {
  expect(proposed(reports['could not tell'], '--settings staging.env', '--config a.mjs')).toEqual([
    'doctor --settings staging.env',
  ]);
});

test('a report that is cut off proposes the whole report of the same check', () => {
  const findings = drifted.verdict.failing.flatMap((finding) => Array.from({ length: 400 }, () => finding));
  const failing = findings.map((finding, index) => ({ ...finding, message: `${finding.message} ${index}` }));
  const commandOptions = [{ option: '--live', value: 'next.graphql' }];
  const text = renderReport.markdown({ ...drifted, commandOptions, verdict: { ...drifted.verdict, failing } });
  expect(text).toContain('`npx control-api-sdk check --live next.graphql`');
});

test('the options stay as they were written on the command line', async () => {
  const sdl = 'type Query { name: String! serial: String }';
  const files = {
    'schema.graphql': sdl,
    'next.graphql': sdl.replace('String!', 'String'),
    'my config.mjs': `export default { documents: 'a.graphql', generates: {} };`,
    'a.graphql': '{ name }',
  };
  const { code, stdout } = await checkFiles(files, '--live', 'next.graphql', '--config', 'my config.mjs');
  const same = "--live next.graphql --config 'my config.mjs'";
  expect([code, commandsIn(stdout)]).toEqual([
    1,
    ["generate --config 'my config.mjs'", `check --accept Query.name --reason '<why>' ${same}`],
  ]);
});
