import type { GraphQLObjectType } from 'graphql';
import type { Model } from './model.ts';
import type { ModelField } from './model-field.ts';
import { flatName, sameNoun, wordsOf } from './names.ts';

/** A list that a number stands for, and the words that say which of its items count: `online` of `onlineDeviceCount`. */
export interface CountedList {
  readonly list: ModelField;
  readonly which: readonly string[];
}

const counts = /^(?:count|counts|total|totals|number|num|of|nr)$/;

/** Finds the list of a type that a field with a whole number stands for: `devices` of `deviceCount` and `totalDevices`. */
export function countedList(
  model: Model,
  type: GraphQLObjectType,
  { definition, leaf }: ModelField,
): CountedList | undefined {
  if (leaf?.name !== 'Int') return undefined;
  const words = wordsOf(definition.name);
  const nouns = words.filter((word) => !counts.test(word));
  if (nouns.length === 0 || nouns.length === words.length) return undefined;
  return listNamed(model, type, nouns);
}

/** The list of a type that words name, the last of them perhaps in the singular. */
export function listNamed(model: Model, type: GraphQLObjectType, words: readonly string[]): CountedList | undefined {
  const lists = [...model.fieldsOfType(type).values()].filter(
    ({ kind, byId }) => (kind === 'references' || kind === 'parts') && !byId,
  );
  for (let start = 0; start < words.length; start += 1) {
    const noun = words.slice(start).join('');
    const list = lists.find(({ definition }) => sameNoun(flatName(definition.name), noun));
    if (list) return { list, which: words.slice(0, start) };
  }
  return undefined;
}
