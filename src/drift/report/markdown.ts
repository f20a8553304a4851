import { plural } from '../../base/words.ts';
import { placeText } from '../../graphql/place.ts';
import { mostBytes } from './defaults.ts';
import { commandLine, nextSteps } from './next-steps.ts';
import { type DriftReport, headline, type JudgedReport } from './report.ts';
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
  shortened,
} from './rows.ts';

const marks = { 'in-step': '✅', drifted: '❌', 'could-not-tell': '❔' } as const;

/** A part of a page. Its last lines may be left out. */
interface PagePart {
  readonly head: string;
  readonly lines: readonly string[];
  readonly foot: string;
}

/** The report as a comment on a pull request, or as a job summary. */
export function renderMarkdown(report: DriftReport): string {
  const title = `### ${marks[report.outcome]} ${escapeText(shortened(headline(report), 2000))}`;
  const subject = `Checked against ${code(report.live)}${report.snapshot === undefined ? '' : `, with ${code(report.snapshot)} as the snapshot`}.`;
  const parts = report.outcome === 'could-not-tell' ? [] : partsOf(report);
  const steps = nextSteps(report).map(({ text, commands }) => `- ${prose(text)} ${commands.map(code).join(', ')}`);
  const next = steps.length === 0 ? [] : [`**Next**\n\n${steps.join('\n')}`];
  return `${fitPage([title, subject], parts, next, code(commandLine('check', report.commandOptions)))}\n`;
}

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

/** A page below the size limit, with as many lines of each part as there is room for, and a note about the others. */
function fitPage(
  opening: readonly string[],
  parts: readonly PagePart[],
  closing: readonly string[],
  whole: string,
): string {
  let room = mostBytes - Buffer.byteLength([...opening, ...closing].join('\n\n'));
  let left = 0;
  const blocks = parts.flatMap(({ head, lines, foot }) => {
    const kept: string[] = [];
    let free = room - Buffer.byteLength(head + foot) - 2;
    for (const line of lines) {
      free -= Buffer.byteLength(line) + 1;
      if (free < 0) break;
      kept.push(line);
    }
    left += lines.length - kept.length;
    if (kept.length === 0) return [];
    room = Math.max(0, free);
    return [`${head}${kept.join('\n')}${foot}`];
  });
  const note = `**${plural(left, 'line')} left out**: a comment holds 60 kB. The whole report: ${whole}`;
  return [...opening, ...blocks, ...(left === 0 ? [] : [note]), ...closing].join('\n\n');
}

function code(text: string): string {
  return `\`${plainText(text).replace(/`/g, '′').replace(/\|/g, '\\|')}\``;
}

/** A sentence of this package, with code in backticks. */
function prose(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : code(part)))
    .join('');
}

/** Text of a schema, which cannot add markup, links or mentions to the page. */
function escapeText(text: string): string {
  return (
    plainText(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      // `!` is markup only before a link, and before a number on GitLab.
      .replace(/[\\`*_{}[\]()#|~]|!(?=[[\d])/g, '\\$&')
      .replace(/@/g, '@\u{200B}')
      // Hosts turn a bare address into a link.
      .replace(/\b(https?|ftp):\/\/|\bwww\./gi, (start) => `${start.slice(0, -1)}\u{200B}${start.slice(-1)}`)
  );
}
