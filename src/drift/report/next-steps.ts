import { shellWord } from '../../base/words.ts';
import { ownCommand, pullCommand, snapshotFile } from '../../graphql/files/commands.ts';
import { isChange } from '../model/finding.ts';
import type { DriftReport, GivenOption, JudgedReport } from './report.ts';

interface NextStep {
  readonly text: string;
  readonly commands: readonly string[];
}

const connectionCodes = new Set(['unreachable', 'timeout', 'http_status', 'not_graphql']);

/** The next steps in order; none if all is in step. */
export function nextSteps(report: DriftReport): readonly NextStep[] {
  if (report.outcome !== 'could-not-tell') return afterVerdict(report);
  const { commandOptions = [] } = report;
  if (!connectionCodes.has(report.error.code)) return [];
  // The command `doctor` examines the service of the settings.
  if (report.failedAt === 'against')
    return [
      { text: 'Check the URL of `--against`, then try again:', commands: [commandLine('check', commandOptions)] },
    ];
  const doctor = commandLine('doctor', optionsNamed(commandOptions, '--settings'));
  return [{ text: 'Find out why the schema cannot be read:', commands: [doctor] }];
}

function afterVerdict({ verdict, snapshot, live, commandOptions = [] }: JudgedReport): readonly NextStep[] {
  const { failing, noted, accepted, otherChanges } = verdict;
  const changes = failing.filter(isChange);
  const does = (...options: readonly string[]): boolean => optionsNamed(commandOptions, ...options).length > 0;
  const steps: NextStep[] = [];
  // An accepted broken operation can only be generated for the snapshot.
  const canMoveOn = accepted.every(({ finding }) => finding.kind !== 'broken');
  const differs = changes.length + noted.length + otherChanges.length > 0;
  // A pull replaces the snapshot, not the schema of `--against`.
  if (snapshot === undefined && !does('--live'))
    steps.push({
      text: 'Write a snapshot, so that types and behaviour are compared, too:',
      commands: [moveOn(snapshotFile, commandOptions)[0]],
    });
  else if (snapshot !== undefined && differs && canMoveOn && !does('--against')) {
    const [pull, generate] = moveOn(snapshot, commandOptions);
    if (!does('--live'))
      steps.push({
        text: changes.some(({ kind }) => kind === 'broken')
          ? 'Correct the broken operations, move on to the live schema, then compile your code:'
          : failing.length > 0
            ? 'Move on to the live schema, then compile your code:'
            : 'Bring the snapshot up to date:',
        commands: [pull, generate],
      });
    else if (live !== snapshot)
      steps.push({ text: `To move on to this schema, copy ${live} to ${snapshot}, then run:`, commands: [generate] });
  }
  const [first] = changes;
  if (first !== undefined && !does('--accept'))
    steps.push({
      text: `${steps.length > 0 ? 'Or accept' : 'Correct your operations, or accept'} what your code can live with, such as:`,
      commands: [commandLine(`check --accept ${shellWord(first.coordinate)} --reason '<why>'`, commandOptions)],
    });
  return steps;
}

/** The options that a proposed command does not repeat: those of acceptance and output. */
const ofOneRun = [...['--accept', '--reason', '--all'], ...['--format', '--output', '--verbose', '--help']];

export function commandLine(command: string, commandOptions: readonly GivenOption[] = []): string {
  const kept = commandOptions.filter(({ option }) => !ofOneRun.includes(option));
  return [`${ownCommand()} ${command}`, ...kept.map(written)].join(' ');
}

function written({ option, value }: GivenOption): string {
  return value === undefined ? option : `${option} ${shellWord(value)}`;
}

function optionsNamed(commandOptions: readonly GivenOption[], ...names: readonly string[]): readonly GivenOption[] {
  return commandOptions.filter(({ option }) => names.includes(option));
}

function moveOn(snapshot: string, commandOptions: readonly GivenOption[]): readonly [pull: string, generate: string] {
  return [
    [pullCommand(snapshot), ...optionsNamed(commandOptions, '--with-key', '--settings').map(written)].join(' '),
    commandLine('generate', optionsNamed(commandOptions, '--config', '--settings')),
  ];
}
