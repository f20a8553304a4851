import type { CheckedOperation } from '../model/drift.ts';
import { escapeXml as text } from './escape.ts';
import type { RankedFinding } from './group.ts';
import { tone } from './html-findings.ts';
import { type JudgedReport, label } from './report.ts';

/** Every operation as a fold: what changes for it, and what it uses. Those with the most serious changes come first. */
export function operationCards(
  { verdict }: JudgedReport,
  ranked: readonly RankedFinding[],
  anchors: ReadonlyMap<RankedFinding, string>,
): readonly string[] {
  const counted = ranked.filter(({ status }) => status !== 'accepted');
  const rank = new Map(counted.map((it, index) => [it, index]));
  const byOperation = new Map<string, RankedFinding[]>();
  for (const it of counted)
    for (const name of new Set(it.finding.places.flatMap(({ operations }) => operations)))
      byOperation.set(name, [...(byOperation.get(name) ?? []), it]);
  return verdict.operations
    .map((operation, index) => ({
      operation,
      // Operations without a name share what they are called.
      anchor: `operation-${/^\w+$/.test(operation.name) ? operation.name : index + 1}`,
      own: byOperation.get(operation.name) ?? [],
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
): string {
  const [first] = own;
  const state = first === undefined ? 'fine' : tone(first.finding);
  const alike = own.filter(({ finding }) => first !== undefined && label(finding) === label(first.finding)).length;
  const more = alike > 1 ? ` and ${alike - 1} more` : '';
  const summary = first === undefined ? 'in step' : `${label(first.finding)}: ${first.finding.coordinate}${more}`;
  const changes = own.map(
    (it) =>
      `<li class="${tone(it.finding)}"><a href="#${text(anchors.get(it) ?? '')}"><span class="kind">${text(label(it.finding))}</span> <code>${text(it.finding.coordinate)}</code></a></li>`,
  );
  const hits = new Map(
    own.flatMap(({ finding, members }) => [...members, finding].map((it) => [it.coordinate, finding])),
  );
  const parts = uses.map((coordinate) => {
    const hit = hits.get(coordinate);
    return `<code${hit === undefined ? '' : ` class="${tone(hit)}"`}>${text(coordinate)}</code>`;
  });
  return `<details class="operation ${state}" id="${anchor}" data-item><summary><b>${text(name)}</b> <em>${kind}</em> <span class="count">${text(summary)}</span></summary>
${changes.length === 0 ? '' : `<ul class="links">${changes.join('')}</ul>`}
<p class="where"><code>${text(place.file)}:${place.line}</code> uses</p>
<p class="uses">${parts.join(' ')}</p></details>`;
}
