import { getNullableType, isListType, isNonNullType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Field } from '../../../graphql/fields.ts';

/** A name without case and separators, so that `created_at`, `CREATED_AT` and `createdAt` are one. */
export function flatName(name: string): string {
  return name.replace(/[_\-\s.$]/g, '').toLowerCase();
}

export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The possible singulars of a word, the word itself first. */
export function singulars(word: string): readonly string[] {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1));
  return forms;
}

export function sameNoun(one: string, other: string): boolean {
  return singulars(one).includes(other) || singulars(other).includes(one);
}

/** The words before a final `id` or `ids`; undefined if the name ends otherwise. */
export function idName(name: string): { readonly words: readonly string[]; readonly many: boolean } | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return /^(?:id|uuid)s?$/.test(last) ? { words: words.slice(0, -1), many: last.endsWith('s') } : undefined;
}

export const countWords: RegExp = /^(?:count|total|number|num|of)$/;

export function hasNullableItems({ type }: Field): boolean {
  const list = getNullableType(type);
  return isListType(list) && !isNonNullType(list.ofType);
}
