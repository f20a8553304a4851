import { countedList, listNamed } from '../model/counted.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { wordsOf } from '../model/names.ts';
import type { Relations } from '../model/relations.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Links } from '../store/links.ts';
import type { Population } from '../store/population.ts';
import type { CountOf, Reader } from '../store/reader.ts';
import type { FilterOf } from './predicate.ts';

interface Parts {
  readonly model: Model;
  readonly relations: Relations;
  readonly population: Population;
  readonly links: Links;
  readonly reader: Reader;
  readonly filterOf: FilterOf;
}

/** Counts lists: `devices` for `deviceCount`, those online for `onlineDeviceCount`, `tags` for `_count { tags }`. */
export function createCounts({ model, relations, population, links, reader, filterOf }: Parts): CountOf {
  function counted(object: EmulatedObject, list: ModelField, which: readonly string[]): number | undefined {
    const items = reader.many(object, list) ?? [];
    if (which.length === 0 || list.target === undefined) return items.length;
    const filter = filterOf(list.target, { [`is_${which.join('_')}`]: true });
    return filter.selects ? items.filter(filter.test).length : undefined;
  }

  /** Those that refer to the object, where it has no list of them. */
  function referring({ stored }: EmulatedObject, { definition }: ModelField): number | undefined {
    const words = wordsOf(definition.name).filter((word) => !/^(?:count|total|number|num|of)$/.test(word));
    const type = model.namedExactly(words);
    const own = stored && model.families.get(stored.family);
    const [family] = type ? model.familiesOf(type) : [];
    if (!stored || !own || !family || words.length === wordsOf(definition.name).length) return undefined;
    if (own.types.some((each) => model.isSingle(each))) return population.living(family).length;
    const back = relations.backReference(family, own);
    return back && links.referring(family, back, stored).length;
  }

  return (object, field) => {
    if (field.leaf?.name !== 'Int' || field.kind !== 'value') return undefined;
    const { owner, path } = object;
    if (owner && /^_?(?:count|counts|totals?)$/i.test(path)) {
      const inner = listNamed(model, owner.type, wordsOf(field.definition.name));
      return inner && counted(owner, inner.list, inner.which);
    }
    const found = countedList(model, object.type, field);
    return found ? counted(object, found.list, found.which) : referring(object, field);
  };
}
