import { createHash } from 'node:crypto';
import { type DirectiveNode, print, type SelectionNode } from 'graphql';

/** When a selection is part of an answer: always, or under the `@include` and `@skip` directives on the ways to it. */
export interface SelectionCondition {
  /** Equal for equal conditions; empty if there is none. */
  readonly key: string;
  /** The directives that all apply, by their text. */
  readonly directives: ReadonlyMap<string, DirectiveNode>;
  /** Stands for the ways of which one is enough; empty if there is only one. */
  readonly ways: string;
  /** Any of the directives; undefined if there is no condition. */
  readonly sample: DirectiveNode | undefined;
}

/** The condition of what is selected without one. */
export const always: SelectionCondition = { key: '', directives: new Map(), ways: '', sample: undefined };

/** Whether a selection may be missing. */
export function isOptional({ key }: SelectionCondition): boolean {
  return key !== '';
}

/** The `@include` and `@skip` directives of a selection. */
export function conditionsOf({ directives = [] }: SelectionNode): readonly DirectiveNode[] {
  return directives.filter(({ name }) => name.value === 'include' || name.value === 'skip');
}

/** The condition of a selection inside another one. */
export function within(outer: SelectionCondition, selection: SelectionNode): SelectionCondition {
  const own = conditionsOf(selection);
  if (own.length === 0) return outer;
  const directives = new Map([...outer.directives, ...own.map((node) => [textOf(node), node] as const)]);
  const key = [outer.ways, ...[...directives.keys()].sort()].join(' ');
  return { key, directives, ways: outer.ways, sample: outer.sample ?? own[0] };
}

/**
 * The condition of a selection to which several ways lead. A list of the ways would double where a fragment spreads another one
 * under two conditions, so a short text stands for it.
 */
export function anyOf(ways: readonly SelectionCondition[]): SelectionCondition {
  const [first = always, ...others] = ways;
  if (others.every(({ key }) => key === first.key)) return first;
  const keys = [...new Set(ways.map(({ key }) => key))].sort();
  if (keys[0] === '') return always;
  const short = `any:${createHash('sha256').update(keys.join('\n')).digest('base64url')}`;
  return { key: short, directives: new Map(), ways: short, sample: first.sample };
}

const texts = new WeakMap<DirectiveNode, string>();

function textOf(node: DirectiveNode): string {
  const known = texts.get(node) ?? print(node);
  texts.set(node, known);
  return known;
}
