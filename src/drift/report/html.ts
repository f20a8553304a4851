import { createHash } from 'node:crypto';
import { plural } from '../../base/plural.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { anchorsOf, findingCard } from './html-findings.ts';
import { operationCards } from './html-operations.ts';
import { type Content, inTone, lines, Markup, markup, prose } from './markup.ts';
import { nextSteps } from './next-steps.ts';
import style from './page.css?raw';
import script from './page.js?raw';
import { type DriftReport, headline, type JudgedReport, remarks } from './report.ts';

const outcomes = {
  'in-step': { words: 'In step', tone: 'fine' },
  drifted: { words: 'Drifted', tone: 'broken' },
  'could-not-tell': { words: 'Could not check', tone: 'soft' },
} as const;

/** Only the page's own script runs, and nothing is loaded, whatever a text of the schema contains. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The report as one self-contained page, which is complete without its script. */
export function renderHtml(report: DriftReport): string {
  const { snapshot } = report;
  const { words, tone } = outcomes[report.outcome];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words} · drift check</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header${inTone(tone)}>
<p class="verdict">${words}</p>
<h1>${headline(report).replace(/^[^:]*: /, '')}</h1>
<p class="about">Checked against <code>${report.live}</code>${snapshot !== undefined && markup` with the snapshot <code>${snapshot}</code>`}, ${report.at.toISOString().replace('T', ' ').slice(0, 16)} UTC.</p>
</header>
<main>
${report.outcome === 'could-not-tell' ? next(report) : body(report)}
</main>
<footer>control-api-sdk ${report.version}</footer>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

/** Each list of findings: its anchor, its title, and its figure. */
const lists = [
  { status: 'failing', title: 'Changes that fail the check', tone: 'broken', name: 'to act on' },
  { status: 'noted', title: 'Changes for information', tone: 'safe', name: 'for information' },
  { status: 'accepted', title: 'Accepted changes', tone: 'fine', name: 'accepted' },
] as const;

function body(report: JudgedReport): Markup {
  const { verdict, all } = report;
  const ranked = groupedFindings(report);
  const anchors = anchorsOf(ranked);
  const [failing, noted, accepted] = lists.map(({ status, title }) => {
    const own = ranked.filter((it) => it.status === status);
    return section(
      status,
      title,
      own.map((it) => findingCard(it, anchors.get(it) ?? '', report)),
    );
  });
  const notes = remarks(report).map((note) => markup`<li>${prose(note)}</li>`);
  const others = all ? verdict.otherChanges.map(({ message }) => markup`<li>${message}</li>`) : [];
  return lines(
    markup`<ul class="figures">${figures(report, ranked)}</ul>`,
    next(report),
    // The script shows it.
    markup`<form role="search" hidden><label for="filter">Filter</label> <input id="filter" type="search" placeholder="an operation, a field, a file" autocomplete="off"> <span id="shown" role="status"></span></form>`,
    failing,
    noted,
    section('operations', 'Operations', operationCards(report, ranked, anchors)),
    accepted,
    notes.length > 0 && markup`<section><h2>Remarks</h2><ul class="plain">${notes}</ul></section>`,
    others.length > 0 &&
      markup`<section><details class="fold" id="other-changes"><summary><h2>Other changes of the schema</h2></summary><ul>${others}</ul></details></section>`,
  );
}

function section(id: string, title: string, cards: readonly Markup[]): Content {
  return cards.length > 0 && markup`<section id="${id}" data-list><h2>${title}</h2>\n${lines(cards)}\n</section>`;
}

/** Each figure counts one thing: the operations, or the entries of the list that it links to. */
function figures({ verdict, all }: JudgedReport, ranked: readonly RankedFinding[]): readonly Markup[] {
  const { operations, otherChanges } = verdict;
  return [
    figure(plural(operations.length, 'operation'), 'checked', 'text', 'operations'),
    ...lists.map(({ status, tone, name }) =>
      figure(plural(ranked.filter((it) => it.status === status).length, 'change'), name, tone, status),
    ),
    figure(plural(otherChanges.length, 'other change'), 'of the schema', 'text', all ? 'other-changes' : undefined),
  ];
}

function figure(counted: string, name: string, tone: string, target: string | undefined): Markup {
  const [, count = '', noun] = /^(\S+) (.*)$/.exec(counted) ?? [];
  const content = markup`<b>${count}</b> <span>${noun} ${name}</span>`;
  const isNone = count === '0';
  const linked = isNone || target === undefined ? content : markup`<a href="#${target}">${content}</a>`;
  return markup`<li${inTone(isNone ? 'soft' : tone)}>${linked}</li>`;
}

function next(report: DriftReport): Content {
  const steps = nextSteps(report).map(
    ({ text, commands }) => markup`<li><p>${text}</p><pre class="copy" tabindex="0">${commands.join('\n')}</pre></li>`,
  );
  return (
    steps.length > 0 && markup`<section id="next"><h2>What to do next</h2><ol class="steps">${steps}</ol></section>`
  );
}
