import { plainText } from './escape.ts';
import {
  type DriftReport,
  headline,
  type JudgedReport,
  label,
  type RankedFinding,
  rankedFindings,
  remarks,
} from './report.ts';

const marks = { 'in-step': '✅', drifted: '❌', 'could-not-tell': '❔' } as const;

/** The report as a comment on a pull request, or as a job summary. */
export function renderMarkdown(report: DriftReport): string {
  const title = `### ${marks[report.outcome]} ${escapeText(headline(report))}`;
  const subject = `Checked against ${code(report.live)}${report.snapshot === undefined ? '' : `, with ${code(report.snapshot)} as the snapshot`}.`;
  const body = report.outcome === 'could-not-tell' ? [] : bodyOf(report);
  return `${[title, subject, ...body].join('\n\n')}\n`;
}

function bodyOf(report: JudgedReport): readonly string[] {
  const ranked = rankedFindings(report.verdict);
  const notes = remarks(report).map((text) => `- ${escapeText(text)}`);
  const { otherChanges } = report.verdict;
  const others =
    report.all && otherChanges.length > 0
      ? [folded('Other changes', otherChanges.map(({ message }) => `- ${escapeText(message)}`).join('\n'))]
      : [];
  return [
    ...table(ranked.filter(({ status }) => status === 'failing')),
    ...section(
      'For information',
      ranked.filter(({ status }) => status === 'noted'),
    ),
    ...section(
      'Accepted',
      ranked.filter(({ status }) => status === 'accepted'),
    ),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    ...others,
  ];
}

function section(title: string, ranked: readonly RankedFinding[]): readonly string[] {
  const [rows] = table(ranked);
  return rows === undefined ? [] : [folded(`${title} (${ranked.length})`, rows)];
}

function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function table(ranked: readonly RankedFinding[]): readonly string[] {
  if (ranked.length === 0) return [];
  const rows = ranked.map(({ finding, reason }) => {
    const hint = finding.suggestion === undefined ? '' : ` Did you mean ${code(finding.suggestion)}?`;
    const accepted = reason === undefined ? '' : ` *Accepted: ${escapeText(reason)}*`;
    const places = finding.places.map(
      ({ file, line, column, operations }) =>
        `${code(`${file}:${line}:${column}`)} ${escapeText(operations.join(', '))}`,
    );
    const cells = [
      label(finding),
      code(finding.coordinate),
      `${escapeText(finding.message)}${hint}${accepted}`,
      places.join('<br>'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [['| | In the schema | What happened | In the operations |', '| --- | --- | --- | --- |', ...rows].join('\n')];
}

/** Text from a schema as code. */
export function code(text: string): string {
  return `\`${plainText(text).replace(/`/g, '′').replace(/\|/g, '\\|')}\``;
}

/** Text from a schema cannot add markup, links or mentions to the page. */
export function escapeText(text: string): string {
  return plainText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#|~!]/g, '\\$&')
    .replace(/@/g, '@\u{200B}');
}
