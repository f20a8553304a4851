import { plural } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/place.ts';
import type { SourcePlace } from '../../graphql/place.ts';
import type { CodePlace } from '../model/code-check.ts';
import type { SchemaChange } from '../model/drift.ts';
import { codeMessage } from './code-lines.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { listedPlaces, operationNames, plainText, shortened } from './phrases.ts';
import { type DriftReport, headline, hint, type JudgedReport, label } from './report.ts';

/** GitHub shows so many annotations of one level in a step, and drops the others without a word. */
const mostAnnotations = 10;

/**
 * GitHub Actions' workflow commands: at most ten annotations, each finding at its first place before any at its others, and
 * a count of what has none.
 */
export function renderGithub(report: DriftReport): string {
  if (report.outcome === 'could-not-tell')
    return command('error', { title: 'Drift check: could not check' }, headline(report));
  return annotations(report).join('');
}

function annotations(report: JudgedReport): readonly string[] {
  const { verdict } = report;
  const ranked = groupedFindings(report).filter(({ status }) => status !== 'accepted');
  const warnings = verdict.warnings.map(({ message, place, operation }) =>
    annotation('warning', place, operation, message),
  );
  let room = Math.max(0, mostAnnotations - ranked.length - warnings.length);
  const first = ranked.slice(0, mostAnnotations).flatMap((it) => {
    // Each has one, and then as many as there is room for.
    const more = Math.min(room, Math.max(0, it.finding.places.length - 1));
    room -= more;
    return annotationsOf(it, 1 + more);
  });
  const kept = warnings.slice(0, mostAnnotations - first.length);
  const left = Math.max(0, ranked.length - mostAnnotations) + warnings.length - kept.length;
  const code = codeAnnotations(ranked, verdict).slice(0, mostAnnotations - first.length - kept.length);
  const rest = `${plural(left, 'more finding')} without an annotation: the summary of this job lists them, as does the report of \`${ownCommand()} check\`.`;
  return [...first, ...kept, ...code, left === 0 ? '' : command('notice', { title: 'Drift check' }, rest)];
}

/** The lines of the code that no longer compile, as far as there is room. */
function codeAnnotations(ranked: readonly RankedFinding[], { code }: JudgedReport['verdict']): readonly string[] {
  const explained = ranked.flatMap((it) =>
    (it.finding.codePlaces ?? []).map((place) => codeAnnotation(levelOfAnnotation(it), place, it.finding)),
  );
  const others = (code?.unexplained ?? []).map((place) => codeAnnotation('warning', place, place.change));
  return [...explained, ...others];
}

function codeAnnotation(
  level: string,
  place: CodePlace,
  why: Pick<SchemaChange, 'coordinate' | 'message'> | undefined,
): string {
  const title = why === undefined ? 'Your code' : `Your code: ${why.coordinate}`;
  const message = `${shortened(codeMessage(place))} ${shortened(why?.message ?? '')}`.trim();
  return annotation(level, place, title, message);
}

function annotationsOf(ranked: RankedFinding, count: number): readonly string[] {
  const { finding } = ranked;
  const others = finding.places.slice(count);
  const also = others.length === 0 ? '' : ` Also at ${listedPlaces(others, 3)}.`;
  return finding.places.slice(0, count).map((place, index) => {
    // A file that cannot be read has none.
    const names = place.operations.length === 0 ? '' : ` (${operationNames(place)})`;
    const message = `${shortened(finding.message)}${hint(finding)}${names}${index === 0 ? also : ''}`;
    return annotation(levelOfAnnotation(ranked), place, `${label(finding)}: ${finding.coordinate}`, message);
  });
}

function annotation(level: string, { file, line, column }: SourcePlace, title: string, message: string): string {
  return command(level, { file, line: String(line), col: String(column), title }, message);
}

function levelOfAnnotation({ status, finding }: RankedFinding): string {
  if (status === 'failing') return 'error';
  return finding.direction === 'safe' && finding.kind === 'types' ? 'notice' : 'warning';
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${level} ${list.join(',')}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return plainText(text).replace(/%/g, '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
