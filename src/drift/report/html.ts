import type { CheckedOperation } from '../model/drift.ts';
import type { Finding, Place } from '../model/finding.ts';
import { escapeXml as text } from './escape.ts';
import { style } from './html-style.ts';
import {
  type DriftReport,
  headline,
  type JudgedReport,
  label,
  type RankedFinding,
  rankedFindings,
  remarks,
  sourceLine,
} from './report.ts';

const words = { 'in-step': 'In step', drifted: 'Drifted', 'could-not-tell': 'Could not check' } as const;

/** The report as one self-contained page without scripts. */
export function renderHtml(report: DriftReport): string {
  const snapshot = report.snapshot === undefined ? '' : ` with the snapshot <code>${text(report.snapshot)}</code>`;
  const when = report.at.toISOString().replace('T', ' ').slice(0, 16);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words[report.outcome]} · drift check</title>
<style>${style}</style>
</head>
<body>
<header class="${report.outcome}">
<p class="verdict">${words[report.outcome]}</p>
<h1>${text(headline(report).replace(/^[^:]*: /, ''))}</h1>
<p class="about">Checked against <code>${text(report.live)}</code>${snapshot}, ${when} UTC.</p>
</header>
<main>
${report.outcome === 'could-not-tell' ? '' : body(report)}
</main>
<footer>control-api-sdk ${text(report.version)}</footer>
</body>
</html>
`;
}

function body(report: JudgedReport): string {
  const ranked = rankedFindings(report.verdict);
  const only = (status: RankedFinding['status']): readonly RankedFinding[] =>
    ranked.filter((it) => it.status === status);
  const notes = remarks(report).map((note) => `<li>${text(note)}</li>`);
  const others = report.all ? report.verdict.otherChanges.map(({ message }) => `<li>${text(message)}</li>`) : [];
  return [
    tiles(report),
    section(
      'Failing',
      only('failing').map((it) => card(it, report)),
    ),
    section(
      'For information',
      only('noted').map((it) => card(it, report)),
    ),
    section(
      'Operations',
      report.verdict.operations.map((it) => operation(it, ranked)),
    ),
    section(
      'Accepted',
      only('accepted').map((it) => card(it, report)),
    ),
    notes.length === 0 ? '' : `<section><h2>Remarks</h2><ul>${notes.join('')}</ul></section>`,
    others.length === 0
      ? ''
      : `<section><h2>Other changes of the schema</h2><ul class="changes">${others.join('')}</ul></section>`,
  ].join('\n');
}

function section(title: string, blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `<section><h2>${title}</h2>\n${blocks.join('\n')}\n</section>`;
}

function tiles({ verdict }: JudgedReport): string {
  const count = (test: (finding: Finding) => boolean): number => verdict.findings.filter(test).length;
  const all: readonly [name: string, count: number, tone: string][] = [
    ['operations', verdict.operations.length, 'plain'],
    ['broken', count(({ kind }) => kind === 'broken'), 'broken'],
    ['breaking types', count(({ kind, direction }) => kind === 'types' && direction === 'breaking'), 'breaking'],
    ['safe types', count(({ kind, direction }) => kind === 'types' && direction !== 'breaking'), 'safe'],
    ['behaviour', count(({ kind }) => kind === 'behaviour'), 'behaviour'],
    ['deprecated', count(({ kind }) => kind === 'deprecated'), 'deprecated'],
    ['other changes', verdict.otherChanges.length, 'plain'],
  ];
  const items = all.map(
    ([name, number, tone]) => `<li class="${number === 0 ? 'none' : tone}"><b>${number}</b><span>${name}</span></li>`,
  );
  return `<ul class="tiles">${items.join('')}</ul>`;
}

function tone({ kind, direction }: Finding): string {
  return kind === 'types' ? direction : kind;
}

function card({ finding, reason }: RankedFinding, { sources }: JudgedReport): string {
  const { coordinate, message, suggestion, before, after, places } = finding;
  const change =
    before === undefined || after === undefined
      ? ''
      : `<p class="change"><del>${text(before)}</del><i>→</i><ins>${text(after)}</ins></p>`;
  const hint = suggestion === undefined ? '' : `<p class="hint">Did you mean <code>${text(suggestion)}</code>?</p>`;
  const accepted = reason === undefined ? '' : `<p class="hint">Accepted: ${text(reason)}</p>`;
  return `<article class="${tone(finding)}">
<h3><span class="kind">${text(label(finding))}</span> <code>${text(coordinate)}</code></h3>
<p>${text(message)}</p>${change}${hint}${accepted}
${places.map((place) => excerpt(place, sources)).join('\n')}
</article>`;
}

/** The source line of a place, with one line before and one after it. */
function excerpt({ file, line, column, operations }: Place, sources: JudgedReport['sources']): string {
  const rows = [line - 1, line, line + 1].flatMap((number) => {
    const source = number < 1 ? undefined : sourceLine(sources, file, number);
    if (source === undefined || (source.trim() === '' && number !== line)) return [];
    const content = number === line ? marked(source, column) : text(source);
    return [`<span${number === line ? ' class="at"' : ''}><i>${number}</i>${content}</span>`];
  });
  const where = `<figcaption><code>${text(file)}:${line}:${column}</code> <span>${text(operations.join(', '))}</span></figcaption>`;
  return `<figure>${where}${rows.length === 0 ? '' : `<pre>${rows.join('')}</pre>`}</figure>`;
}

function marked(source: string, column: number): string {
  const rest = source.slice(column - 1);
  const word = /^(?:\.\.\.\s*(?:on\s+)?\w*|[@$]?\w+|.)/.exec(rest)?.[0] ?? '';
  return `${text(source.slice(0, column - 1))}<mark>${text(word)}</mark>${text(rest.slice(word.length))}`;
}

function operation({ name, kind, place, uses }: CheckedOperation, ranked: readonly RankedFinding[]): string {
  const own = ranked.filter(
    ({ finding, status }) =>
      status !== 'accepted' && finding.places.some(({ operations }) => operations.includes(name)),
  );
  const worst = own[0];
  const state = worst === undefined ? 'fine' : tone(worst.finding);
  const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
  const summary = worst === undefined ? 'in step' : `${label(worst.finding)}: ${worst.finding.coordinate}${more}`;
  const parts = uses.map((coordinate) => {
    const hit = own.find(({ finding }) => finding.coordinate === coordinate);
    return `<code${hit === undefined ? '' : ` class="${tone(hit.finding)}"`}>${text(coordinate)}</code>`;
  });
  return `<details class="operation ${state}"><summary><b>${text(name)}</b> <em>${kind}</em> <span>${text(summary)}</span></summary>
<p class="where"><code>${text(place.file)}:${place.line}</code> uses</p>
<p class="uses">${parts.join(' ')}</p></details>`;
}
