import { isAcceptable } from '../model/accepted.ts';
import type { DriftReport, JudgedReport } from './report.ts';

/** What to do after a check: a sentence, and the commands for it. */
export interface NextStep {
  readonly text: string;
  readonly commands: readonly string[];
}

const connectionCodes = new Set(['unreachable', 'timeout', 'http_status', 'not_graphql']);

/** What to do next, the first thing first; nothing if all is in step. */
export function nextSteps(report: DriftReport): readonly NextStep[] {
  if (report.outcome !== 'could-not-tell') return afterVerdict(report);
  if (!connectionCodes.has(report.error.code)) return [];
  return [{ text: 'Find out why the schema cannot be read:', commands: ['npx control-api doctor'] }];
}

function afterVerdict({ verdict, snapshot }: JudgedReport): readonly NextStep[] {
  const { failing, noted, otherChanges } = verdict;
  const steps: NextStep[] = [];
  if (failing.some(({ kind }) => kind === 'broken'))
    steps.push({
      text: 'Correct the broken operations. Where the new form is certain, this shows it:',
      commands: ['npx control-api check --fix'],
    });
  if (snapshot === undefined)
    steps.push({
      text: 'Write a snapshot, so that types and behaviour are compared, too:',
      commands: ['npx control-api schema pull'],
    });
  else if (failing.length + noted.length + otherChanges.length > 0)
    steps.push({
      text:
        failing.length > 0 ? 'Move on to the live schema, then compile your code:' : 'Bring the snapshot up to date:',
      commands: ['npx control-api check --update', 'npx control-api generate'],
    });
  const [acceptable] = failing.filter(isAcceptable);
  if (acceptable !== undefined)
    steps.push({
      text: 'Or accept what your code can live with:',
      commands: [`npx control-api check --accept${failing.every(({ kind }) => kind === 'broken') ? '-broken' : ''}`],
    });
  return steps;
}
