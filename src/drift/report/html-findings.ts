import { plural } from '../../base/plural.ts';
import { placeText } from '../../graphql/place.ts';
import { entryFor } from '../model/accepted.ts';
import { type Finding, isChange, type Place } from '../model/finding.ts';
import { firstLine } from './code-lines.ts';
import type { RankedFinding } from './group.ts';
import { type Content, inTone, lines, type Markup, markup, prose } from './markup.ts';
import { moreCodeLines, mostLines, operationNames } from './phrases.ts';
import { type JudgedReport, label, sourceLine } from './report.ts';

/** So many places of a finding are quoted with their lines; the others are listed. */
const mostQuoted = 6;
/** So much of a line is shown on each side of the marked token. */
const mostBeside = 160;

/** The colour of a finding, as an attribute. */
export function toneOf({ kind, direction }: Finding): Markup {
  return inTone(kind === 'types' ? direction : kind);
}

/** The anchor of each finding: it says what changed, so that a link keeps its meaning from one report to the next. */
export function anchorsOf(ranked: readonly RankedFinding[]): ReadonlyMap<RankedFinding, string> {
  const taken = new Map<string, number>();
  return new Map(
    ranked.map((it) => {
      const { change, coordinate } = it.finding;
      const name = `${change}-${coordinate.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`;
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      return [it, count === 1 ? name : `${name}-${count}`];
    }),
  );
}

/** A finding as a fold: open if it fails the check. */
export function findingCard(
  { finding, members, status, reason }: RankedFinding,
  anchor: string,
  { sources }: JudgedReport,
): Markup {
  const { coordinate, message, suggestion, before, after, places } = finding;
  const isChange = before !== undefined && after !== undefined;
  const others = places.slice(mostQuoted).map((place) => item(place, operationNames(place)));
  return markup`<details class="finding"${toneOf(finding)} id="${anchor}" data-item${status === 'failing' && ' open'}>
<summary><span class="kind">${label(finding)}</span> <code>${coordinate}</code> <span class="count">${plural(places.length, 'place')}</span></summary>
${lines(
  markup`<p>${prose(message)}</p>`,
  isChange && markup`<p class="change"><del>${before}</del> to <ins>${after}</ins></p>`,
  suggestion !== undefined && markup`<p class="hint">Did you mean <code>${suggestion}</code>?</p>`,
  reason !== undefined && markup`<p class="hint">Accepted: ${reason}</p>`,
  places.slice(0, mostQuoted).map((place) => excerpt(place, sources)),
  others.length > 0 && fold(plural(others.length, 'more place'), markup`<ul>${others}</ul>`),
  codeList(finding),
  status !== 'accepted' && entries(members),
)}
</details>`;
}

function fold(title: string, content: Content): Markup {
  return markup`<details class="fold"><summary>${title}</summary>${content}</details>`;
}

function item(place: Parameters<typeof placeText>[0], text: string): Markup {
  return markup`<li><code>${placeText(place)}</code> ${text}</li>`;
}

function codeList({ codePlaces = [] }: Finding): Content {
  const items = codePlaces.map((place) => item(place, firstLine(place.message)));
  const list = (some: readonly Markup[]): Markup => markup`<ul>${some}</ul>`;
  const more = items.slice(mostLines);
  return (
    items.length > 0 && [
      markup`<p>In your code:</p>${list(items.slice(0, mostLines))}`,
      more.length > 0 && fold(moreCodeLines(more.length), list(more)),
    ]
  );
}

/** The source line of a place, with one line before and one after it. */
function excerpt(place: Place, sources: JudgedReport['sources']): Markup {
  const { file, line, column } = place;
  const rows = [line - 1, line, line + 1].flatMap((number) => {
    const source = number < 1 ? undefined : sourceLine(sources, file, number);
    if (source === undefined || (source.trim() === '' && number !== line)) return [];
    const content = number === line ? marked(source, column) : cut(source, mostBeside);
    const at = number === line && markup` class="at"`;
    return markup`<span${at}><i>${number}</i><code>${content}</code></span>`;
  });
  return markup`<figure><figcaption><code>${placeText(place)}</code> <span>${operationNames(place)}</span></figcaption>${rows.length > 0 && markup`<pre>${rows}</pre>`}</figure>`;
}

/** A line may be the whole of a minified document: only what is near the token is shown. */
function marked(source: string, column: number): Markup {
  const rest = source.slice(column - 1);
  const word = /^(?:\.\.\.\s*(?:on\s+)?\w*|[@$]?\w+|.)/.exec(rest)?.[0] ?? '';
  const before = source.slice(0, column - 1);
  const near = before.length > mostBeside ? `…${before.slice(-mostBeside)}` : before;
  return markup`${near}<mark>${word}</mark>${cut(rest.slice(word.length), mostBeside)}`;
}

function cut(source: string, most: number): string {
  return source.length > most ? `${source.slice(0, most)}…` : source;
}

/** The entries for the file of accepted changes, ready to be copied. */
function entries(members: readonly Finding[]): Content {
  const acceptable = members.filter(isChange).map((finding) => entryFor(finding, 'why it is accepted'));
  const json = acceptable.map((entry) => JSON.stringify(entry, null, 2)).join(',\n');
  const what = acceptable.length === 1 ? 'Entry' : 'Entries';
  const content = markup`<p>${what} for <code>drift.json</code>, under <code>accepted</code>; write your reason:</p><pre class="copy" tabindex="0">${json}</pre>`;
  return acceptable.length > 0 && fold('Accept this change', content);
}
