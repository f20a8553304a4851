import { wordsOf } from '../../../base/words-of.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { CountOf } from '../store/reader.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isWholeNumber } from '../values/leaf-value.ts';
import { filterOf, heldField, heldValues } from './filter.ts';

const summaries = /^(?:stats?|statistics|summary|metrics|overview)$/;
const isCount = (word: string): boolean => countWords.test(word) || summaries.test(word);

/** The things that a number counts: `device` of `deviceCount`; in a part such as `deviceStats { online }`, those of its owner. */
function asked({ leaf, kind, definition }: ModelField, { owner, path, type }: EmulatedObject) {
  if (!isWholeNumber(leaf) || kind !== 'value') return undefined;
  // A part says by its place or its type that it counts: `overview { unread { total } }` of `NotificationCounts`.
  const words = wordsOf(definition.name);
  const around = [...wordsOf(path), ...(owner ? wordsOf(type.name).filter(isCount) : [])];
  const isAround = owner !== undefined && around.some(isCount);
  if (!isAround && !words.some((word) => countWords.test(word))) return undefined;
  return { isAround, words: [...words, ...(isAround ? around : [])].filter((word) => !isCount(word)) };
}

/** Whether a number claims to count objects, and not a fact of its own object such as the `total` of an order. */
export function claimsCount(model: Model, field: ModelField, object: EmulatedObject): boolean {
  const { isAround, words = [] } = asked(field, object) ?? {};
  const says = wordsOf(field.definition.name).some((word) => /^(?:count|total)s?$/.test(word));
  return isAround || (says && (object.stored === undefined || model.named(words) !== undefined));
}

/** Counts lists: `devices` for `deviceCount`, those online for `onlineDeviceCount`, `tags` for `_count { tags }`. */
export function createCounts(world: WorldParts): CountOf {
  const { model, population, links, reader } = world;

  /** The length of the list that the last words name, of the items that the words before it describe. */
  function counted(object: EmulatedObject, words: readonly string[]): number | undefined {
    const lists = [...model.fieldsOfType(object.type).values()].filter(({ kind, byId }) => kind.endsWith('s') && !byId);
    for (let start = 0; start < words.length; start += 1) {
      const noun = words.slice(start).join('');
      const list = lists.find(({ definition }) => sameNoun(flatName(definition.name), noun));
      if (!list?.target) continue;
      const items = reader.many(object, list) ?? [];
      const filter = filterOf(world, list.target, { [words.slice(0, start).join('_')]: start > 0 || undefined });
      return filter.unknown.length > 0 ? undefined : items.filter(filter.test).length;
    }
    return undefined;
  }

  /** Those that refer to the object, where it has no list of them. */
  function referring({ stored }: EmulatedObject, words: readonly string[]): number | undefined {
    const type = model.namedExactly(words);
    const own = stored && model.families.get(stored.family);
    const [family] = type ? model.familiesOf(type) : [];
    if (!type || !stored || !own || !family) return undefined;
    if (own.isSingle) return population.all(type).length;
    const back = model.backReference(family, own);
    return back && links.referring(family, back, stored).length;
  }

  return (object, field) => {
    const held = field.leaf?.name === 'Boolean' ? heldField(model, object.type, field.definition.name) : undefined;
    if (held) return heldValues(world, object, held).length > 0;
    const { isAround, words } = asked(field, object) ?? {};
    if (words === undefined || words.length === 0) return undefined;
    const of = (isAround && object.owner) || object;
    return counted(of, words) ?? referring(of, words);
  };
}
