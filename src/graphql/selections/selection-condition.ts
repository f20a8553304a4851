import { type DirectiveNode, print, type SelectionNode } from 'graphql';

/**
 * When a selection is part of an answer: the texts of the `@include` and `@skip` directives on the way to it, which all apply, in
 * order and a line each; one text may stand for the ways of which one is enough. Empty if it cannot be missing.
 */
export type SelectionCondition = string;

/** The condition of what is selected without one. */
export const always: SelectionCondition = '';

/** The condition of a selection inside another one. */
export function within(outer: SelectionCondition, { directives }: SelectionNode): SelectionCondition {
  const own = directives?.filter(({ name }) => name.value === 'include' || name.value === 'skip') ?? [];
  if (own.length === 0) return outer;
  const around = outer === always ? [] : outer.split('\n');
  return [...new Set([...around, ...own.map(textOf)])].sort().join('\n');
}

/**
 * The condition of a selection to which several ways lead. A list of the ways would double where a fragment spreads another one
 * under two conditions, so a short text stands for it.
 */
export function anyOf(ways: readonly SelectionCondition[]): SelectionCondition {
  const [first = always, ...others] = [...new Set(ways)].sort();
  return first === always || others.length === 0 ? first : shortText([first, ...others].join('\n\n'));
}

const shortTexts = new Map<string, string>();

/** A text that is equal for equal lists of ways. */
function shortText(ways: string): string {
  const known = shortTexts.get(ways) ?? `any:${shortTexts.size}`;
  shortTexts.set(ways, known);
  return known;
}

const texts = new WeakMap<DirectiveNode, string>();

function textOf(node: DirectiveNode): string {
  const known = texts.get(node) ?? print(node);
  texts.set(node, known);
  return known;
}
