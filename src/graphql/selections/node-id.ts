import type { SelectionCondition } from './selection-condition.ts';

const ids = new WeakMap<object, number>();
let next = 0;

/** A number for an object, the same each time. */
export function idOf(object: object): number {
  const known = ids.get(object);
  if (known !== undefined) return known;
  ids.set(object, next);
  return next++;
}

/** A text that is equal for equal sets of selections, so that work on one set is done once. */
export function selectionsKey(
  selections: readonly { readonly node: object; readonly condition: SelectionCondition }[],
): string {
  const keys = selections.map(({ node, condition }) => `${idOf(node)}${condition}`);
  return [...new Set(keys)].sort().join(',');
}
