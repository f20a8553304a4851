import { plural } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/place.ts';
import { placeText } from '../../graphql/place.ts';
import { type CodeCheck, type CodePlace, codeDoubt, type UnexplainedPlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import type { DriftVerdict } from '../model/policy.ts';
import { firstOf } from './phrases.ts';

/** A place in the code with what its checker reports there, in one line. */
export function codeLine(place: CodePlace): string {
  return `${placeText(place)} ${codeMessage(place)}`;
}

/** The report of a checker at a place, in one line. */
export function codeMessage({ message, code }: CodePlace): string {
  return `${firstLine(message)}${code === undefined ? '' : ` (TS${code})`}`;
}

/** The report of a checker; the lines after the first one say why. */
export function firstLine(message: string): string {
  return message.split('\n', 1).join('');
}

/** Every place in the code that no longer compiles, once, though several findings may explain it. */
export function allCodePlaces({ findings, code }: Pick<Drift, 'findings' | 'code'>): readonly CodePlace[] {
  const all = [...findings.flatMap(({ codePlaces }) => codePlaces ?? []), ...(code?.unexplained ?? [])];
  return [...new Map(all.map((place) => [`${codeLine(place)} ${place.message}`, place])).values()];
}

/** The findings of the check of the code, in sentences; none if it was not asked for. */
export function codeRemarks(verdict: DriftVerdict): readonly string[] {
  const { code, findings } = verdict;
  if (code === undefined) return [];
  const count = new Set(allCodePlaces(verdict).map(({ file, line }) => `${file}:${line}`)).size;
  if (code.doubt !== undefined) return [code.doubt, ...code.notCovered];
  const doubt = codeDoubt(code);
  const first = findings.some(({ kind }) => kind === 'broken') ? ' once the broken operations are corrected' : '';
  const unaffected =
    doubt === undefined
      ? `No line of yours is affected: safe to regenerate${first}.`
      : 'No line of what was checked is affected.';
  const affected = `${count} ${count === 1 ? 'line of yours does' : 'lines of yours do'} not compile with code generated for the live schema.`;
  return [
    `${count === 0 ? unaffected : affected} (\`${code.command}\`, ${code.seconds} s)`,
    ...firstOf(
      code.unexplained,
      (place) => unexplainedLine(place, code),
      (count) => `And ${plural(count, 'more line')} of your code.`,
    ),
    code.stale.length > 0 &&
      `${code.stale.join(', ')} ${code.stale.length === 1 ? 'was' : 'were'} not generated from the snapshot and these operations: run \`${ownCommand()} generate\` before the next check.`,
    doubt !== undefined && doubt,
    ...code.notCovered,
  ].filter((remark) => remark !== false);
}

function unexplainedLine({ change, ...place }: UnexplainedPlace, { isTried, stale }: CodeCheck): string {
  if (!isTried) return codeLine(place);
  const nothing =
    stale.length > 0
      ? 'No change since the snapshot explains it: the generated code is of another one.'
      : 'No change of the schema was found that explains it.';
  return `${codeLine(place)} ${change?.message ?? nothing}`;
}
