import { describe, expect, test } from 'vitest';
import { type DriftReport, type GivenOption, renderReport } from '../../src/drift/index.ts';
import { Project } from './helpers/check.ts';
import { reports } from './helpers/reports.ts';

const drifted = reports['drifted in every way'];

/** The commands that a report proposes, after a check with these options. */
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

describe('a command that a report proposes works on what the check worked on', () => {
  test.each<readonly [given: readonly string[], commands: readonly string[]]>([
    [[], ['check --update', 'generate', 'check --accept']],
    [['--live next.graphql'], ['check --update --live next.graphql', 'generate', 'check --accept --live next.graphql']],
    [
      ['--config api/codegen.ts', '--schema my schema.graphql', '--settings .env.ci'],
      [
        "check --update --config api/codegen.ts --schema 'my schema.graphql' --settings .env.ci",
        'generate --config api/codegen.ts --settings .env.ci',
        "check --accept --config api/codegen.ts --schema 'my schema.graphql' --settings .env.ci",
      ],
    ],
    // An update replaces the snapshot, and nothing else can be compared with it. Lines of code can make a change count.
    [
      ['--against git:v1', '--code', '--fail-on types', '--format json', '--output a.json', '--all'],
      ['check --update --fail-on types', 'generate', 'check --accept --against git:v1 --code --fail-on types'],
    ],
    [['--code web/tsconfig.json'], ['check --update', 'generate', 'check --accept --code=web/tsconfig.json']],
    // A daily run updates a branch; who reads its report still works on another.
    [['--update'], ['check --update', 'generate', 'check --accept']],
    // What the check itself does at its end is not proposed again.
    [
      ['--accept', '--reason why'],
      ['check --update', 'generate'],
    ],
  ])('%j', (given, commands) => {
    expect(proposed(drifted, ...given)).toEqual(commands);
  });

  test('without a snapshot, it is written from where the schema was read', () => {
    const report = { ...drifted, snapshot: undefined };
    expect(proposed(report, '--profile staging')).toEqual([
      'schema pull --profile staging',
      'check --accept --profile staging',
    ]);
    expect(proposed(report, '--with-key')[0]).toBe('check --update --with-key');
    expect(proposed(report, '--no-snapshot')).toEqual(['check --accept --no-snapshot']);
  });

  test('an operation that the snapshot rejects, too, is no change: there is nothing to move on to, or to accept', async () => {
    const sdl = 'type Query { name: String }';
    await using project = await Project.create({
      'schema.graphql': sdl,
      'next.graphql': sdl,
      'operations/a.graphql': 'query A { nam }',
    });
    const { code, stdout } = await project.check(['--live', 'next.graphql'], {});
    expect([code, commandsIn(stdout)]).toEqual([1, []]);
  });

  test('while a broken operation is accepted, the snapshot that it was written for stays', async () => {
    await using project = await Project.create({
      'schema.graphql': 'type Query { name: String serial: String }',
      'next.graphql': 'type Query { serial: String other: Int }',
      'operations/a.graphql': 'query A { name }',
    });
    const accepted = await project.check(['--live', 'next.graphql', '--accept-broken', '--reason', 'gone soon'], {});
    const { code, stdout } = await project.check(['--live', 'next.graphql'], {});
    expect([accepted.code, code, commandsIn(stdout)]).toEqual([0, 0, []]);
  });

  test('where the schema could not be read, the settings are kept', () => {
    expect(proposed(reports['could not tell'], '--profile staging', '--schema a.graphql')).toEqual([
      'doctor --profile staging',
    ]);
  });

  test('in a report that is cut, too: the whole one is of the same check', () => {
    const findings = drifted.verdict.failing.flatMap((finding) => Array.from({ length: 400 }, () => finding));
    const failing = findings.map((finding, index) => ({ ...finding, message: `${finding.message} ${index}` }));
    const commandOptions = [{ option: '--live', value: 'next.graphql' }];
    const text = renderReport.markdown({ ...drifted, commandOptions, verdict: { ...drifted.verdict, failing } });
    expect(text).toContain('`npx control-api-sdk check --live next.graphql`');
  });

  test('as the options were given on the command line', async () => {
    const sdl = 'type Query { name: String! serial: String }';
    await using project = await Project.create({
      'schema.graphql': sdl,
      'next.graphql': sdl.replace('String!', 'String'),
      'my operations/a.graphql': '{ name }',
    });
    const { code, stdout } = await project.check(['--live', 'next.graphql', '--operations', 'my operations'], {});
    const same = "--live next.graphql --operations 'my operations'";
    expect([code, commandsIn(stdout)]).toEqual([1, [`check --update ${same}`, 'generate', `check --accept ${same}`]]);
  });
});
