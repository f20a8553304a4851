import { placeText } from '../../graphql/place.ts';
import { nextSteps } from './next-steps.ts';
import { type DriftReport, headline } from './report.ts';
import {
  firstOf,
  hint,
  moreCodeLines,
  morePlaces,
  plainText,
  type Row,
  type RowPlace,
  remarkText,
  rowsOf,
} from './rows.ts';

/** Colors a text for a terminal. */
export type Paint = (style: 'good' | 'bad' | 'warn' | 'dim' | 'bold' | 'plain', text: string) => string;

const marks = { 'in-step': ['good', '✓'], drifted: ['bad', '✗'], 'could-not-tell': ['warn', '?'] } as const;

export function renderPretty(report: DriftReport, painted: Paint = (_style, text) => text): string {
  const paint: Paint = (style, text) => painted(style, plainText(text));
  const [style, mark] = marks[report.outcome];
  const isJudged = report.outcome !== 'could-not-tell';
  const against = report.snapshot === undefined ? '' : `${report.snapshot} and `;
  const subject = paint('dim', `  ${against}your operations, against ${report.live}`);
  const title = paint(isJudged ? 'bold' : 'plain', headline(report));
  const steps = nextSteps(report).flatMap(({ text, commands }) => [
    `→ ${paint('plain', text)}`,
    ...commands.map((it) => `    ${paint('bold', it)}`),
  ]);
  const rows = isJudged ? rowsOf(report) : [];
  const isRemark = ({ part }: Row): boolean => part === 'remark' || part === 'other';
  const blocks = rows.filter((row) => !isRemark(row)).map((row) => findingBlock(row, report, paint));
  const remarks = rows.filter(isRemark).map((row) => remarkLine(row, paint));
  const head = `${paint(style, mark)} ${title}\n${subject}`;
  const parts = [head, ...blocks, remarks.join('\n'), steps.join('\n')];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function remarkLine(row: Row, paint: Paint): string {
  return row.part === 'other'
    ? `    ${paint('dim', row.message)}`
    : `${paint('dim', '·')} ${paint('plain', remarkText(row))}`;
}

const styles = { failing: 'bad', noted: 'warn', accepted: 'dim', remark: 'dim', other: 'dim' } as const;

function findingBlock(row: Row, report: DriftReport, paint: Paint): string {
  const quoted = ({ file, line }: RowPlace): string => {
    const source = 'sources' in report ? report.sources.find((it) => it.file === file) : undefined;
    const text = source?.text.split(/\r?\n/)[line - 1];
    return text === undefined ? '' : `\n${paint('dim', `      ${text.trim()}`)}`;
  };
  const placeLine = (place: RowPlace) => `    ${placeText(place)}  ${paint('dim', place.text)}${quoted(place)}`;
  const codeLine = (place: RowPlace) => `    ${placeText(place)}  ${paint('bad', place.text)}`;
  return [
    `${paint(styles[row.part], row.label)}  ${paint('bold', row.subject)}`,
    `  ${paint('plain', row.message)}${hint(row, (name) => paint('good', name))}`,
    ...(row.reason === undefined ? [] : [`  ${paint('dim', `Accepted: ${row.reason}`)}`]),
    ...firstOf(row.places, placeLine, (count) => `    ${paint('dim', morePlaces(count))}`),
    ...firstOf(row.codePlaces, codeLine, (count) => `    ${paint('dim', moreCodeLines(count))}`),
  ].join('\n');
}
