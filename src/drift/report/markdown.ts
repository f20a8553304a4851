import { placeText } from '../../graphql/place.ts';
import { commandLine } from './command-line.ts';
import { code, escapeText, prose } from './escape-markdown.ts';
import { fitPage, type PagePart } from './fit-page.ts';
import { nextSteps } from './next-steps.ts';
import { firstOf, moreCodeLines, morePlaces, shortened } from './phrases.ts';
import { type DriftReport, headline, type JudgedReport } from './report.ts';
import { hint, type Row, type RowPlace, remarkText, rowsOf } from './rows.ts';

const marks = { 'in-step': '✅', drifted: '❌', 'could-not-tell': '❔' } as const;

/** The report as a comment on a pull request, or as a job summary: less than 60 kB, and it says so where it is cut. */
export function renderMarkdown(report: DriftReport): string {
  const title = `### ${marks[report.outcome]} ${escapeText(shortened(headline(report), 2000))}`;
  const subject = `Checked against ${code(report.live)}${report.snapshot === undefined ? '' : `, with ${code(report.snapshot)} as the snapshot`}.`;
  const parts = report.outcome === 'could-not-tell' ? [] : partsOf(report);
  const steps = nextSteps(report).map(({ text, commands }) => `- ${prose(text)} ${commands.map(code).join(', ')}`);
  const next = steps.length === 0 ? [] : [`**Next**\n\n${steps.join('\n')}`];
  return `${fitPage([title, subject], parts, next, code(commandLine('check', report.commandOptions)))}\n`;
}

/** The findings that fail come first, in the open; all else but remarks is folded. */
function partsOf(report: JudgedReport): readonly PagePart[] {
  const rows = rowsOf(report);
  const lines = (wanted: Row['part'], line: (row: Row) => string) =>
    rows.filter(({ part }) => part === wanted).map(line);
  const [noted, accepted] = [lines('noted', tableRow), lines('accepted', tableRow)];
  const otherLine = ({ message }: Row): string => `- ${escapeText(shortened(message))}`;
  return [
    { head: tableHead, lines: lines('failing', tableRow), foot: '' },
    folded(`For information (${noted.length})`, tableHead, noted),
    folded(`Accepted (${accepted.length})`, tableHead, accepted),
    { head: '', lines: lines('remark', remarkLine), foot: '' },
    folded('Other changes', '', lines('other', otherLine)),
  ];
}

const tableHead = '| | In the schema | What happened | In the operations |\n| --- | --- | --- | --- |\n';

function folded(title: string, head: string, lines: readonly string[]): PagePart {
  return { head: `<details><summary>${title}</summary>\n\n${head}`, lines, foot: '\n\n</details>' };
}

function tableRow(row: Row): string {
  const accepted = row.reason === undefined ? '' : ` *Accepted: ${escapeText(shortened(row.reason))}*`;
  const message = `${escapeText(shortened(row.message))}${hint(row, code)}${accepted}`;
  const cell = (place: RowPlace) => `${code(placeText(place))} ${escapeText(shortened(place.text, 200))}`;
  const places = [...firstOf(row.places, cell, morePlaces), ...firstOf(row.codePlaces, cell, moreCodeLines)];
  return `| ${[row.label, code(row.subject), message, places.join('<br>')].join(' | ')} |`;
}

function remarkLine(row: Row): string {
  return `- ${prose(shortened(remarkText(row)))}`;
}
