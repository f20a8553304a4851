import type { GraphQLArgument } from 'graphql';

/** A field to select. Its arguments become variables. */
export interface FieldPlan {
  readonly kind: 'field';
  readonly name: string;
  readonly alias?: string | undefined;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly SelectionPlan[];
  /** Whether the path names this field, so that its variables may have short names. */
  readonly asked: boolean;
  /** Whether the field only leads from a connection to its nodes, so that names of variables omit it. */
  readonly plumbing: boolean;
}

export type SelectionPlan =
  | FieldPlan
  | { readonly kind: 'fragment'; readonly on: string; readonly selections: readonly SelectionPlan[] };

/** A field to select; without `more`, a field without arguments. */
export function planField(
  name: string,
  selections: readonly SelectionPlan[] = [],
  more: Partial<FieldPlan> = {},
): FieldPlan {
  return { kind: 'field', name, arguments: [], selections, asked: false, plumbing: false, ...more };
}

interface Filled {
  readonly kept: readonly SelectionPlan[];
  readonly beyond: readonly string[];
}

/**
 * Keeps the selections that fit: first those that identify an object, then the shortest, so that the user errors of a mutation do
 * not give way to a long object. The order stays.
 */
export function fillScreen(selections: readonly SelectionPlan[], lines: number): Filled {
  const kept = new Map<SelectionPlan, SelectionPlan>();
  const beyond: string[] = [];
  let left = lines;
  for (const selection of selections.toSorted((a, b) => rank(a) - rank(b))) {
    const part = fitting(selection, left);
    beyond.push(...part.beyond);
    for (const one of part.kept) {
      kept.set(selection, one);
      left -= linesOf(one);
    }
  }
  return { kept: selections.flatMap((selection) => kept.get(selection) ?? []), beyond };
}

function fitting(selection: SelectionPlan, lines: number): Filled {
  if (linesOf(selection) <= lines) return { kept: [selection], beyond: [] };
  const name = selection.kind === 'field' ? selection.name : `... on ${selection.on}`;
  // A connection without all its fields could not be paged through.
  const isWhole = selection.selections.some((inner) => inner.kind === 'field' && inner.plumbing);
  const { kept, beyond } = fillScreen(isWhole ? [] : selection.selections, lines - 2);
  if (kept.length === 0) return { kept, beyond: [name] };
  const paths =
    selection.kind === 'field'
      ? beyond.map((path) => (path.startsWith('... ') ? `${name} ${path}` : `${name}.${path}`))
      : beyond;
  return { kept: [{ ...selection, selections: kept }], beyond: paths };
}

function rank(selection: SelectionPlan): number {
  const isName = selection.kind === 'field' && ['__typename', 'id', 'name'].includes(selection.name);
  return isName ? 0 : linesOf(selection);
}

function linesOf({ selections }: SelectionPlan): number {
  return selections.reduce((sum, inner) => sum + linesOf(inner), selections.length === 0 ? 1 : 2);
}
