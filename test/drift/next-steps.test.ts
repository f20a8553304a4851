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

const noSnapshot = { ...drifted, snapshot: undefined };
const inStep = {
  ...drifted,
  outcome: 'in-step',
  verdict: judgeDrift({ ...drifted.verdict, findings: [], otherChanges: [] }),
} as const;
const otherChanges = [{ coordinate: 'A.b', message: 'A.b was added.', level: 'minor' as const }];
const removed = {
  coordinate: 'Query.name',
  change: 'field-removed',
  from: 'String',
  to: null,
  level: 'broken',
} as const;
const sources = [{ file: 'a.graphql', text: 'query A { name }' }];
const acceptedBroken = judged('type Query { serial: String other: Int }', {
  ...{ snapshot: 'type Query { name: String serial: String }', sources },
  policy: { accepted: [{ ...removed, reason: 'gone soon' }] },
});
const neverValid = judged('type Query { serial: Int }', { snapshot: 'type Query { serial: Int }', sources });
const typesLost = { ...reports['could not tell'], error: { code: 'types_lost', message: 'x' } };

test.each<[sentence: string, report: DriftReport, given: readonly string[], commands: readonly string[]]>([
  [
    'a missing snapshot is pulled with the settings of the check',
    noSnapshot,
    ['--settings a.env'],
    ['schema pull --settings a.env', `${accept} --settings a.env`],
  ],
  [
    'a missing snapshot is pulled with the key if it was sent',
    noSnapshot,
    ['--with-key'],
    ['schema pull --with-key', `${accept} --with-key`],
  ],
  [
    'a missing snapshot is not pulled in place of a file',
    noSnapshot,
    ['--live next.graphql'],
    [`${accept} --live next.graphql`],
  ],
  ['a report in step proposes nothing without another change', inStep, [], []],
  [
    'a report in step proposes a pull if the schema changed elsewhere',
    { ...inStep, verdict: { ...inStep.verdict, otherChanges } },
    [],
    ['schema pull', 'generate'],
  ],
  [
    'a snapshot of another name is pulled to its file',
    { ...drifted, snapshot: 'my schema.graphql' },
    [],
    ["schema pull --output 'my schema.graphql'", 'generate', accept],
  ],
  [
    'an operation that the snapshot rejects too leaves nothing to pull or accept',
    neverValid,
    ['--live next.graphql'],
    [],
  ],
  ['an accepted broken operation keeps its snapshot', acceptedBroken, [], []],
  ['a server that does not show all types leaves nothing to run', typesLost, [], []],
  [
    'the settings are kept if the schema could not be read',
    reports['could not tell'],
    ['--settings a.env', '--config a.mjs'],
    ['doctor --settings a.env'],
  ],
])('%s', (_sentence, report, given, commands) => {
  expect(proposed(report, ...given)).toEqual(commands);
});

test('a schema of a file is copied to the snapshot, unless it is the snapshot itself', () => {
  const text = (live: string): string =>
    renderReport.pretty({ ...drifted, live, commandOptions: [{ option: '--live', value: live }] });
  expect(text('next.graphql')).toContain('To move on to this schema, copy next.graphql to schema.graphql, then run:');
  expect(text('schema.graphql')).not.toContain('To move on');
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
