import { type DirectiveNode, print } from 'graphql';
import type { FieldSelection } from './collect-fields.ts';

const ids = new WeakMap<object, number>();
let next = 0;

/** A number for an object, the same each time. */
export function idOf(object: object): number {
  const known = ids.get(object);
  if (known !== undefined) return known;
  ids.set(object, next);
  return next++;
}

const texts = new WeakMap<DirectiveNode, string>();

/** A text that is equal for equal conditions, whatever their order. */
export function conditionsKey(conditions: readonly DirectiveNode[]): string {
  if (conditions.length === 0) return '';
  const text = (node: DirectiveNode): string => {
    const known = texts.get(node) ?? print(node);
    texts.set(node, known);
    return known;
  };
  return [...new Set(conditions.map(text))].sort().join(' ');
}

/** A text that is equal for equal sets of selections, so that work on one set is done once. */
export function selectionsKey(
  selections: readonly (Pick<FieldSelection, 'conditions'> & { readonly node: object })[],
): string {
  const keys = selections.map(({ node, conditions }) => `${idOf(node)}${conditionsKey(conditions)}`);
  return [...new Set(keys)].sort().join(',');
}
