import { plural } from '../../base/words.ts';
import { placeText } from '../../graphql/place.ts';
import type { CodePlace } from '../model/code-check.ts';
import type { Place } from '../model/place-list.ts';
import { firstLine } from './code-lines.ts';
import { commandLine } from './command-line.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { nextSteps } from './next-steps.ts';
import { firstOf, moreCodeLines, morePlaces, operationNames, plainText, shortened } from './phrases.ts';
import { type DriftReport, headline, hint, type JudgedReport, label, remarks } from './report.ts';

const marks = { 'in-step': '✅', drifted: '❌', 'could-not-tell': '❔' } as const;

/** GitHub refuses a comment of more than 65,536 characters; other hosts count bytes. The last note needs room, too. */
const mostBytes = 59_000;

/** A part of the report whose lines can be left out, from the end. */
interface Part {
  readonly head: string;
  readonly lines: readonly string[];
  readonly foot: string;
}

/** The report as a comment on a pull request, or as a job summary: less than 60 kB, and it says so where it is cut. */
export function renderMarkdown(report: DriftReport): string {
  const title = `### ${marks[report.outcome]} ${escapeText(shortened(headline(report), 2000))}`;
  const subject = `Checked against ${code(report.live)}${report.snapshot === undefined ? '' : `, with ${code(report.snapshot)} as the snapshot`}.`;
  const parts = report.outcome === 'could-not-tell' ? [] : partsOf(report);
  const steps = nextSteps(report).map(({ text, commands }) => `- ${prose(text)} ${commands.map(code).join(', ')}`);
  const next = steps.length === 0 ? [] : [`**Next**\n\n${steps.join('\n')}`];
  const whole = commandLine('check', report.commandOptions);
  return `${fitted([title, subject], parts, next, whole)}\n`;
}

function fitted(opening: readonly string[], parts: readonly Part[], closing: readonly string[], whole: string): string {
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
  const note = `**${plural(left, 'line')} left out**: a comment holds 60 kB. The whole report: ${code(whole)}`;
  return [...opening, ...blocks, ...(left === 0 ? [] : [note]), ...closing].join('\n\n');
}

/** The findings that fail come first, in the open; all else is folded. */
function partsOf(report: JudgedReport): readonly Part[] {
  const ranked = groupedFindings(report);
  const rows = (wanted: RankedFinding['status']): readonly string[] =>
    ranked.filter(({ status }) => status === wanted).map(row);
  const [failing, noted, accepted] = [rows('failing'), rows('noted'), rows('accepted')];
  const others = report.all ? report.verdict.otherChanges : [];
  return [
    { head: tableHead, lines: failing, foot: '' },
    folded(`For information (${noted.length})`, tableHead, noted),
    folded(`Accepted (${accepted.length})`, tableHead, accepted),
    { head: '', lines: remarks(report).map((text) => `- ${prose(shortened(text))}`), foot: '' },
    folded(
      'Other changes',
      '',
      others.map(({ message }) => `- ${escapeText(shortened(message))}`),
    ),
  ];
}

const tableHead = '| | In the schema | What happened | In the operations |\n| --- | --- | --- | --- |\n';

function folded(title: string, head: string, lines: readonly string[]): Part {
  return { head: `<details><summary>${title}</summary>\n\n${head}`, lines, foot: '\n\n</details>' };
}

function row({ finding, reason }: RankedFinding): string {
  const accepted = reason === undefined ? '' : ` *Accepted: ${escapeText(shortened(reason))}*`;
  const placeCell = (place: Place) => `${code(placeText(place))} ${escapeText(operationNames(place))}`;
  const codeCell = (place: CodePlace) =>
    `${code(placeText(place))} ${escapeText(shortened(firstLine(place.message), 200))}`;
  const cells = [
    label(finding),
    code(finding.coordinate),
    `${escapeText(shortened(finding.message))}${hint(finding, code)}${accepted}`,
    [
      ...firstOf(finding.places, placeCell, morePlaces),
      ...firstOf(finding.codePlaces ?? [], codeCell, moreCodeLines),
    ].join('<br>'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Text from a schema as code. */
export function code(text: string): string {
  return `\`${plainText(text).replace(/`/g, '′').replace(/\|/g, '\\|')}\``;
}

/** A sentence, in which what stands between backticks is code. */
function prose(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : code(part)))
    .join('');
}

/** Text from a schema cannot add markup, links or mentions to the page. */
export function escapeText(text: string): string {
  return (
    plainText(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      // `!` is markup only before a link, and before a number on GitLab.
      .replace(/[\\`*_{}[\]()#|~]|!(?=[[\d])/g, '\\$&')
      .replace(/@/g, '@\u{200B}')
      // A host would make a link of a bare address.
      .replace(/\b(https?|ftp):\/\/|\bwww\./gi, (start) => `${start.slice(0, -1)}\u{200B}${start.slice(-1)}`)
  );
}
