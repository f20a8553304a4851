import type { CheckedOperation } from '../model/drift.ts';
import { byOperation, type RankedFinding } from './group.ts';
import { toneOf } from './html-findings.ts';
import { inTone, type Markup, markup } from './markup.ts';
import { type JudgedReport, label } from './report.ts';

/** Every operation as a fold: what changes for it, and what it uses. Those with the most serious changes come first. */
export function operationCards(
  { verdict }: JudgedReport,
  ranked: readonly RankedFinding[],
  anchors: ReadonlyMap<RankedFinding, string>,
): readonly Markup[] {
  const counted = ranked.filter(({ status }) => status !== 'accepted');
  const rank = new Map(counted.map((it, index) => [it, index]));
  const all = byOperation(counted);
  return verdict.operations
    .map((operation, index) => ({
      operation,
      // Operations without a name share what they are called.
      anchor: `operation-${/^\w+$/.test(operation.name) ? operation.name : index + 1}`,
      own: all.get(operation.name) ?? [],
    }))
    .sort((a, b) => worst(a.own, rank) - worst(b.own, rank))
    .map(({ operation, anchor, own }) => card(operation, anchor, own, anchors));
}

function worst(own: readonly RankedFinding[], rank: ReadonlyMap<RankedFinding, number>): number {
  const [first] = own;
  return (first && rank.get(first)) ?? rank.size;
}

function card(
  { name, kind, place, uses }: CheckedOperation,
  anchor: string,
  own: readonly RankedFinding[],
  anchors: ReadonlyMap<RankedFinding, string>,
): Markup {
  const [first] = own;
  const state = first === undefined ? inTone('fine') : toneOf(first.finding);
  const alike = own.filter(({ finding }) => first !== undefined && label(finding) === label(first.finding)).length;
  const more = alike > 1 ? ` and ${alike - 1} more` : '';
  const summary = first === undefined ? 'in step' : `${label(first.finding)}: ${first.finding.coordinate}${more}`;
  const changes = own.map(
    (it) =>
      markup`<li${toneOf(it.finding)}><a href="#${anchors.get(it)}"><span class="kind">${label(it.finding)}</span> <code>${it.finding.coordinate}</code></a></li>`,
  );
  const hits = new Map(
    own.flatMap(({ finding, members }) => [...members, finding].map((it) => [it.coordinate, finding])),
  );
  const parts = uses.map((coordinate) => {
    const hit = hits.get(coordinate);
    return markup`<code${hit !== undefined && toneOf(hit)}>${coordinate}</code> `;
  });
  return markup`<details class="operation"${state} id="${anchor}" data-item><summary><b>${name}</b> <em>${kind}</em> <span class="count">${summary}</span></summary>
${changes.length > 0 && markup`<ul class="links">${changes}</ul>\n`}<p class="where"><code>${place.file}:${place.line}</code> uses</p>
<p class="uses">${parts}</p></details>`;
}
