import { wordsOf } from '../../../base/words-of.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { CountOf } from '../store/reader.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { filterOf } from './filter.ts';

const summaries = /^(?:stats?|statistics|summary|counts|metrics|totals|overview)$/;

/** Whether a number claims to count objects, and not a fact of its own object such as the `total` of an order. */
export function claimsCount(model: Model, { leaf, kind, definition }: ModelField, object: EmulatedObject): boolean {
  if (leaf?.name !== 'Int' || kind !== 'value') return false;
  const words = wordsOf(definition.name);
  const nouns = words.filter((word) => !countWords.test(word));
  if (nouns.length === words.length)
    return object.owner !== undefined && wordsOf(object.path).some((word) => summaries.test(word));
  const says = words.some((word) => /^(?:count|total)s?$/.test(word));
  return says && (object.stored === undefined || model.namedExactly(nouns) !== undefined);
}

/** Counts lists: `devices` for `deviceCount`, those online for `onlineDeviceCount`, `tags` for `_count { tags }`. */
export function createCounts(world: WorldParts): CountOf {
  const { model, population, links, reader } = world;

  /** The length of the list that the last words name, of the items that the words before it describe. */
  function counted(object: EmulatedObject, words: readonly string[]): number | undefined {
    const lists = [...model.fieldsOfType(object.type).values()].filter(
      ({ kind, byId }) => (kind === 'references' || kind === 'parts') && !byId,
    );
    for (let start = 0; start < words.length; start += 1) {
      const noun = words.slice(start).join('');
      const list = lists.find(({ definition }) => sameNoun(flatName(definition.name), noun));
      if (!list?.target) continue;
      const items = reader.many(object, list) ?? [];
      if (start === 0) return items.length;
      const filter = filterOf(world, list.target, { [`is_${words.slice(0, start).join('_')}`]: true });
      return filter.selects ? items.filter(filter.test).length : undefined;
    }
    return undefined;
  }

  /** Those that refer to the object, where it has no list of them. */
  function referring({ stored }: EmulatedObject, words: readonly string[]): number | undefined {
    const type = model.namedExactly(words);
    const own = stored && model.families.get(stored.family);
    const [family] = type ? model.familiesOf(type) : [];
    if (!stored || !own || !family) return undefined;
    if (type && own.isSingle) return population.all(type).length;
    const back: ModelField | undefined = model.backReference(family, own);
    return back && links.referring(family, back, stored).length;
  }

  return (object, { definition, leaf, kind }) => {
    if (leaf?.name !== 'Int' || kind !== 'value') return undefined;
    const words = wordsOf(definition.name);
    const nouns = words.filter((word) => !countWords.test(word));
    const { owner, path } = object;
    const about = wordsOf(path);
    // `deviceStats { total online }` counts the devices beside it.
    if (owner && about.some((word) => summaries.test(word))) {
      const listed = about.filter((word) => !summaries.test(word) && !countWords.test(word));
      return listed.length > 0 ? counted(owner, [...nouns, ...listed]) : counted(owner, nouns);
    }
    if (owner && countWords.test(flatName(path))) return counted(owner, words);
    if (nouns.length === 0 || nouns.length === words.length) return undefined;
    return counted(object, nouns) ?? referring(object, nouns);
  };
}
