import type { SelectionPlan } from './selection-plan.ts';

/** Selections that fit into some lines, and the paths of the fields that do not. */
interface Filled {
  readonly kept: readonly SelectionPlan[];
  readonly beyond: readonly string[];
}

/**
 * Keeps as many selections as fit into some lines: those that identify an object first, then the shortest, so that the errors
 * of a mutation do not give way to a long object. They keep their order.
 */
export function fillScreen(selections: readonly SelectionPlan[], lines: number): Filled {
  const kept = new Map<SelectionPlan, SelectionPlan>();
  const beyond: string[] = [];
  let left = lines;
  for (const selection of selections.toSorted((a, b) => rank(a) - rank(b))) {
    const part = fitting(selection, left);
    beyond.push(...part.beyond);
    if (part.kept === undefined) continue;
    kept.set(selection, part.kept);
    left -= linesOf(part.kept);
  }
  return { kept: selections.flatMap((selection) => kept.get(selection) ?? []), beyond };
}

function fitting(selection: SelectionPlan, lines: number): { kept?: SelectionPlan; beyond: readonly string[] } {
  if (linesOf(selection) <= lines) return { kept: selection, beyond: [] };
  const name = selection.kind === 'field' ? selection.name : `... on ${selection.on}`;
  // A part of a connection could not be paged through.
  const isWhole = selection.selections.some((inner) => inner.kind === 'field' && inner.plumbing);
  const { kept, beyond } = fillScreen(isWhole ? [] : selection.selections, lines - 2);
  if (kept.length === 0) return { beyond: [name] };
  const paths =
    selection.kind === 'field'
      ? beyond.map((path) => (path.startsWith('... ') ? `${name} ${path}` : `${name}.${path}`))
      : beyond;
  return { kept: { ...selection, selections: kept }, beyond: paths };
}

function rank(selection: SelectionPlan): number {
  const isName = selection.kind === 'field' && ['__typename', 'id', 'name'].includes(selection.name);
  return isName ? 0 : linesOf(selection);
}

function linesOf({ selections }: SelectionPlan): number {
  return selections.reduce((sum, inner) => sum + linesOf(inner), selections.length === 0 ? 1 : 2);
}
