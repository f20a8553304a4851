import { plural } from '../../base/plural.ts';
import { entryFor, isAcceptable } from '../model/accepted.ts';
import type { Finding, Place } from '../model/finding.ts';
import { firstLine, moreCodeLines, mostCodeLines } from './code-lines.ts';
import { prose, escapeXml as text } from './escape.ts';
import type { RankedFinding } from './group.ts';
import { operationNames } from './phrases.ts';
import { type JudgedReport, label, sourceLine } from './report.ts';

/** So many places of a finding are quoted with their lines; the others are listed. */
const mostQuoted = 6;
/** So much of a line is shown on each side of the marked token. */
const mostBeside = 160;

/** The colour of a finding. */
export function tone({ kind, direction }: Finding): string {
  return kind === 'types' ? direction : kind;
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
): string {
  const { coordinate, message, suggestion, before, after, places } = finding;
  const change =
    before === undefined || after === undefined
      ? ''
      : `<p class="change"><del>${text(before)}</del> to <ins>${text(after)}</ins></p>`;
  const hint = suggestion === undefined ? '' : `<p class="hint">Did you mean <code>${text(suggestion)}</code>?</p>`;
  const accepted = reason === undefined ? '' : `<p class="hint">Accepted: ${text(reason)}</p>`;
  const parts = [
    `<p>${prose(message)}</p>${change}${hint}${accepted}`,
    ...places.slice(0, mostQuoted).map((place) => excerpt(place, sources)),
    otherPlaces(places.slice(mostQuoted)),
    codeList(finding),
    status === 'accepted' ? '' : entries(members),
  ];
  return `<details class="finding ${tone(finding)}" id="${text(anchor)}" data-item${status === 'failing' ? ' open' : ''}>
<summary><span class="kind">${text(label(finding))}</span> <code>${text(coordinate)}</code> <span class="count">${plural(places.length, 'place')}</span></summary>
${parts.filter(Boolean).join('\n')}
</details>`;
}

/** The lines of the code that no longer compile. */
function codeList({ codePlaces = [] }: Finding): string {
  const items = codePlaces.map(
    ({ file, line, column, message }) =>
      `<li><code>${text(file)}:${line}:${column}</code> ${text(firstLine(message))}</li>`,
  );
  if (items.length === 0) return '';
  const more = moreCodeLines(items.length);
  const list = (some: readonly string[]): string => `<ul class="changes">${some.join('')}</ul>`;
  const fold = `<details class="fold"><summary>${more}</summary>${list(items.slice(mostCodeLines))}</details>`;
  return `<p>In your code:</p>${list(items.slice(0, mostCodeLines))}${more === '' ? '' : fold}`;
}

/** The source line of a place, with one line before and one after it. */
function excerpt(place: Place, sources: JudgedReport['sources']): string {
  const { file, line, column } = place;
  const rows = [line - 1, line, line + 1].flatMap((number) => {
    const source = number < 1 ? undefined : sourceLine(sources, file, number);
    if (source === undefined || (source.trim() === '' && number !== line)) return [];
    const content = number === line ? marked(source, column) : text(cut(source, mostBeside));
    return [`<span${number === line ? ' class="at"' : ''}><i>${number}</i><code>${content}</code></span>`];
  });
  const where = `<figcaption><code>${text(file)}:${line}:${column}</code> <span>${text(operationNames(place))}</span></figcaption>`;
  return `<figure>${where}${rows.length === 0 ? '' : `<pre>${rows.join('')}</pre>`}</figure>`;
}

/** A line may be the whole of a minified document: only what is near the token is shown. */
function marked(source: string, column: number): string {
  const rest = source.slice(column - 1);
  const word = /^(?:\.\.\.\s*(?:on\s+)?\w*|[@$]?\w+|.)/.exec(rest)?.[0] ?? '';
  const before = source.slice(0, column - 1);
  const near = before.length > mostBeside ? `…${before.slice(-mostBeside)}` : before;
  return `${text(near)}<mark>${text(word)}</mark>${text(cut(rest.slice(word.length), mostBeside))}`;
}

function cut(source: string, most: number): string {
  return source.length > most ? `${source.slice(0, most)}…` : source;
}

function otherPlaces(places: readonly Place[]): string {
  if (places.length === 0) return '';
  const items = places.map(
    (place) => `<li><code>${text(place.file)}:${place.line}:${place.column}</code> ${text(operationNames(place))}</li>`,
  );
  return `<details class="fold"><summary>${plural(places.length, 'more place')}</summary><ul>${items.join('')}</ul></details>`;
}

/** The entries for the file of accepted changes, ready to be copied. */
function entries(members: readonly Finding[]): string {
  const acceptable = members.filter(isAcceptable);
  if (acceptable.length === 0) return '';
  const json = acceptable
    .map((finding) => JSON.stringify(entryFor(finding, 'why it is accepted'), null, 2))
    .join(',\n');
  const what = acceptable.length === 1 ? 'Entry' : 'Entries';
  return `<details class="fold"><summary>Accept this change</summary><p>${what} for <code>drift.json</code>, under <code>accepted</code>; write your reason:</p><pre class="copy" tabindex="0">${text(json)}</pre></details>`;
}
