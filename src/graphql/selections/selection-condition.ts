import { type DirectiveNode, print, type SelectionNode } from 'graphql';

/** When a selection is part of an answer: always, or under the `@include` and `@skip` directives on the ways to it. */
export interface SelectionCondition {
  /** Equal for equal conditions; empty if there is none, so that the selection cannot be missing. */
  readonly key: string;
  /** The texts of the directives that all apply, in order; one text may stand for the ways of which one is enough. */
  readonly parts: readonly string[];
}

/** The condition of what is selected without one. */
export const always: SelectionCondition = { key: '', parts: [] };

/** The condition of a selection inside another one. */
export function within(outer: SelectionCondition, { directives }: SelectionNode): SelectionCondition {
  const own = directives?.filter(({ name }) => name.value === 'include' || name.value === 'skip') ?? [];
  return own.length === 0 ? outer : allOf([...outer.parts, ...own.map(textOf)]);
}

/**
 * The condition of a selection to which several ways lead. A list of the ways would double where a fragment spreads another one
 * under two conditions, so a short text stands for it.
 */
export function anyOf(ways: readonly SelectionCondition[]): SelectionCondition {
  const keys = [...new Set(ways.map(({ key }) => key))].sort();
  if (keys.length > 1 && keys[0] !== '') return allOf([shortText(keys.join('\n'))]);
  return ways.find(({ key }) => key === keys[0]) ?? always;
}

function allOf(parts: readonly string[]): SelectionCondition {
  const different = [...new Set(parts)].sort();
  return { key: different.join(' '), parts: different };
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
