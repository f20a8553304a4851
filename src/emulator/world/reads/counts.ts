import { wordsOf } from '../../../base/words.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { ModelField, ObjectField } from '../model/shapes.ts';
import type { EmulatedObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { Filter, stateNamed } from './filter.ts';

/** The objects that a number counts: those of a list of its owner, of which its words may name a state. */
interface Counted {
  readonly list: ObjectField;
  readonly items: () => readonly EmulatedObject[];
}

/** What `deviceCount` or `onlineDeviceCount` counts; null for a count of no list, undefined for another number. */
export function countedBy(
  world: WorldParts,
  object: EmulatedObject,
  { leaf, kind, definition, isList }: ModelField,
): Counted | null | undefined {
  const words = wordsOf(definition.name);
  // `orderNumber` counts nothing.
  const nouns = words.filter((word, at) => !countWords.test(word) || (word === 'number' && at > 0));
  // `total` and `number` alone are facts of their object.
  if (leaf?.name !== 'Int' || kind !== 'value' || isList || nouns.length === words.length || nouns.length === 0)
    return undefined;
  const lists = [...world.model.fields(object.type).values()].filter(
    (field): field is ObjectField => (field.kind === 'many' || field.kind === 'parts') && !field.leaf,
  );
  // `activeIncidentCount` counts the active ones, also where a list is called so.
  for (const start of [...nouns.keys()].map((_, at) => (at + 1) % nouns.length)) {
    const list = lists.find((field) => sameNoun(flatName(field.definition.name), nouns.slice(start).join('')));
    const state = list && start > 0 ? stateNamed(world, list.target, nouns.slice(0, start)) : undefined;
    if (!list || (start > 0 && state === undefined)) continue;
    const filter = new Filter(world, list.target, state === undefined ? {} : { [state]: true });
    return { list, items: () => (world.reader.many(object, list) ?? []).filter(filter.test) };
  }
  return null;
}
