import { createHash } from 'node:crypto';
import { plural } from '../../base/plural.ts';
import { prose, escapeXml as text } from './escape.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { anchorsOf, findingCard } from './html-findings.ts';
import { operationCards } from './html-operations.ts';
import { script } from './html-script.ts';
import { style } from './html-style.ts';
import { nextSteps } from './next-steps.ts';
import { type DriftReport, headline, type JudgedReport, remarks } from './report.ts';

const words = { 'in-step': 'In step', drifted: 'Drifted', 'could-not-tell': 'Could not check' } as const;

/** Only the page's own script runs, and nothing is loaded, whatever a text of the schema contains. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The report as one self-contained page, which is complete without its script. */
export function renderHtml(report: DriftReport): string {
  const snapshot = report.snapshot === undefined ? '' : ` with the snapshot <code>${text(report.snapshot)}</code>`;
  const when = report.at.toISOString().replace('T', ' ').slice(0, 16);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
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
${(report.outcome === 'could-not-tell' ? [next(report)] : body(report)).filter(Boolean).join('\n')}
</main>
<footer>control-api-sdk ${text(report.version)}</footer>
<script>${script}</script>
</body>
</html>
`;
}

function body(report: JudgedReport): readonly string[] {
  const ranked = groupedFindings(report);
  const anchors = anchorsOf(ranked);
  const lists = listsOf(ranked);
  const cards = (of: readonly RankedFinding[]): readonly string[] =>
    of.map((it) => findingCard(it, anchors.get(it) ?? '', report));
  const notes = remarks(report).map((note) => `<li>${prose(note)}</li>`);
  const others = report.all ? report.verdict.otherChanges : [];
  return [
    figures(report, lists),
    next(report),
    filter,
    section(lists.failing, cards(lists.failing.findings)),
    section(lists.noted, cards(lists.noted.findings)),
    section({ id: 'operations', title: 'Operations' }, operationCards(report, ranked, anchors)),
    section(lists.accepted, cards(lists.accepted.findings)),
    notes.length === 0 ? '' : `<section><h2>Remarks</h2><ul class="plain">${notes.join('')}</ul></section>`,
    others.length === 0
      ? ''
      : `<section><details class="fold" id="other-changes"><summary><h2>Other changes of the schema</h2></summary><ul>${others.map(({ message }) => `<li>${text(message)}</li>`).join('')}</ul></details></section>`,
  ];
}

interface List {
  readonly id: string;
  readonly title: string;
  readonly findings: readonly RankedFinding[];
}

function listsOf(ranked: readonly RankedFinding[]): Readonly<Record<RankedFinding['status'], List>> {
  const only = (status: RankedFinding['status']): readonly RankedFinding[] =>
    ranked.filter((it) => it.status === status);
  return {
    failing: {
      id: 'failing',
      title: 'Changes that fail the check',
      findings: only('failing'),
    },
    noted: { id: 'noted', title: 'Changes for information', findings: only('noted') },
    accepted: { id: 'accepted', title: 'Accepted changes', findings: only('accepted') },
  };
}

function section({ id, title }: Pick<List, 'id' | 'title'>, blocks: readonly string[]): string {
  return blocks.length === 0
    ? ''
    : `<section id="${id}" data-list><h2>${text(title)}</h2>\n${blocks.join('\n')}\n</section>`;
}

/** Shown by the script. */
const filter = `<form role="search" hidden><label for="filter">Filter</label> <input id="filter" type="search" placeholder="an operation, a field, a file" autocomplete="off"> <span id="shown" role="status"></span></form>`;

/** Each figure counts one thing: the operations, or the entries of the list that it links to. */
function figures({ verdict, all }: JudgedReport, { failing, noted, accepted }: ReturnType<typeof listsOf>): string {
  const operations = verdict.operations.length;
  const others = verdict.otherChanges.length;
  const items = [
    figure(operations, operations === 1 ? 'operation checked' : 'operations checked', 'neutral', 'operations'),
    figure(failing.findings.length, `${noun(failing)} to act on`, 'broken', failing.id),
    figure(noted.findings.length, `${noun(noted)} for information`, 'safe', noted.id),
    figure(accepted.findings.length, `${noun(accepted)} accepted`, 'fine', accepted.id),
    figure(
      others,
      `other ${others === 1 ? 'change' : 'changes'} of the schema`,
      'neutral',
      all ? 'other-changes' : undefined,
    ),
  ];
  return `<ul class="figures">${items.join('')}</ul>`;
}

function noun({ findings }: List): string {
  return plural(findings.length, 'change').replace(/^\d+ /, '');
}

function figure(count: number, name: string, tone: string, target: string | undefined): string {
  const content = `<b>${count}</b> <span>${name}</span>`;
  const linked = count === 0 || target === undefined ? content : `<a href="#${target}">${content}</a>`;
  return `<li class="${count === 0 ? 'none' : tone}">${linked}</li>`;
}

function next(report: DriftReport): string {
  const steps = nextSteps(report).map(
    ({ text: what, commands }) =>
      `<li><p>${text(what)}</p><pre class="copy" tabindex="0">${text(commands.join('\n'))}</pre></li>`,
  );
  return steps.length === 0
    ? ''
    : `<section id="next"><h2>What to do next</h2><ol class="steps">${steps.join('')}</ol></section>`;
}
