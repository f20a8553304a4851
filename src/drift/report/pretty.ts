import { placeText } from '../../graphql/place.ts';
import type { Finding } from '../model/finding.ts';
import type { Place } from '../model/place-list.ts';
import { codeMessage } from './code-lines.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { type NextStep, nextSteps } from './next-steps.ts';
import { firstOf, moreCodeLines, morePlaces, operationNames, plainText } from './phrases.ts';
import { type DriftReport, headline, hint, type JudgedReport, label, remarks } from './report.ts';

/** Colours a text for a terminal. A function that returns the text unchanged gives a plain report. */
export type Paint = (style: 'good' | 'bad' | 'warn' | 'dim' | 'bold' | 'plain', text: string) => string;

/**
 * Renders the report for a terminal.
 *
 * @param painted - Colours each part of the text. @defaultValue no colour
 */
export function renderPretty(report: DriftReport, painted: Paint = (_style, text) => text): string {
  const paint: Paint = (style, text) => painted(style, plainText(text));
  const against = report.snapshot === undefined ? '' : `${report.snapshot} and `;
  const subject = paint('dim', `  ${against}your operations, against ${report.live}`);
  const steps = nextSteps(report).map((step) => stepText(step, paint));
  const next = steps.length === 0 ? [] : [steps.join('\n')];
  if (report.outcome === 'could-not-tell')
    return `${[`${paint('warn', '?')} ${paint('plain', headline(report))}\n${subject}`, ...next].join('\n\n')}\n`;
  const mark = report.outcome === 'drifted' ? paint('bad', '✗') : paint('good', '✓');
  const blocks = groupedFindings(report).map((ranked) => findingBlock(report, ranked, paint));
  const notes = remarks(report).map((text) => `${paint('dim', '·')} ${paint('plain', text)}`);
  const others = report.all ? report.verdict.otherChanges.map(({ message }) => `    ${paint('dim', message)}`) : [];
  const foot = [...notes, ...others].join('\n');
  const parts = [`${mark} ${paint('bold', headline(report))}\n${subject}`, ...blocks, ...(foot === '' ? [] : [foot])];
  return `${[...parts, ...next].join('\n\n')}\n`;
}

function stepText({ text, commands }: NextStep, paint: Paint): string {
  return [`→ ${paint('plain', text)}`, ...commands.map((it) => `    ${paint('bold', it)}`)].join('\n');
}

function findingBlock({ sources }: JudgedReport, { finding, status, reason }: RankedFinding, paint: Paint): string {
  const style = status === 'failing' ? 'bad' : status === 'noted' ? 'warn' : 'dim';
  const title = `${paint(style, label(finding))}  ${paint('bold', finding.coordinate)}`;
  const question = hint(finding, (name) => paint('good', name));
  const lines = [title, `  ${paint('plain', finding.message)}${question}`];
  if (status === 'accepted') lines.push(`  ${paint('dim', `Accepted: ${reason}`)}`);
  const places = firstOf(
    finding.places,
    (place) => placeLines(place, sources, paint),
    (count) => `    ${paint('dim', morePlaces(count))}`,
  );
  return [...lines, ...places, ...codeLines(finding, paint)].join('\n');
}

/** The lines of the code that no longer compile; one that changes no generated type breaks none. */
function codeLines({ kind, codePlaces }: Finding, paint: Paint): readonly string[] {
  if (codePlaces === undefined || (kind !== 'broken' && kind !== 'types')) return [];
  if (codePlaces.length === 0) return [`    ${paint('dim', 'No line of your code is affected.')}`];
  return firstOf(
    codePlaces,
    (place) => {
      return `    ${placeText(place)}  ${paint('bad', codeMessage(place))}`;
    },
    (count) => `    ${paint('dim', moreCodeLines(count))}`,
  );
}

function placeLines(place: Place, sources: JudgedReport['sources'], paint: Paint): string {
  const source = sources.find(({ file }) => file === place.file);
  const text = source?.text.split(/\r?\n/)[place.line - 1];
  const quoted = text === undefined ? '' : `\n${paint('dim', `      ${text.trim()}`)}`;
  return `    ${placeText(place)}  ${paint('dim', operationNames(place))}${quoted}`;
}
