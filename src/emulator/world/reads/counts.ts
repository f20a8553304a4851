import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { isListField } from '../../../graphql/fields.ts';
import type { ModelField } from '../model/model-field.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { CountOf } from '../store/reader.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isWholeNumber } from '../values/leaf-value.ts';
import { comparedValue, Filter, stateNamed } from './filter.ts';
import { fieldMeant } from './named-field.ts';
import { exists } from './operators.ts';

const summaries = /^(?:stats?|statistics|summary|metrics|overview)$/;
const isCount = (word: string): boolean => countWords.test(word) || summaries.test(word);

/** The objects that a number counts, and their type. */
interface Counted {
  readonly type: GraphQLCompositeType;
  /** Reads them: whether there is such a list is known without. */
  readonly items: () => readonly EmulatedObject[];
}

/**
 * The objects that a number counts, of a list of its owner: `devices` for `deviceCount`, those online for `onlineDeviceCount`. Null if
 * the owner has no such list; undefined if it is a fact of its own object, such as the `total` or the `number` of an order.
 */
export function countedItems(world: WorldParts, object: EmulatedObject, field: ModelField): Counted | null | undefined {
  const { leaf, kind, definition } = field;
  const { owner, path, type, stored } = object;
  if (!isWholeNumber(leaf) || kind !== 'value' || isListField(definition)) return undefined;
  // A part says by its place or its type that it counts: `total` in `deviceStats`.
  const part = owner ? [...wordsOf(path), ...wordsOf(type.name).filter(isCount)] : [];
  const words = wordsOf(definition.name);
  const isSaid = words.some((word) => countWords.test(word));
  // So does its own name, with a noun: `deviceCount` in `usage`.
  const isPart = isSaid && words.some((word) => !isCount(word)) && object.role !== 'answer';
  const of = part.some(isCount) || isPart ? owner : undefined;
  if (!of && !isSaid) return undefined;
  const [own = [], around = []] = [words, of ? part : []].map((each) => each.filter((word) => !isCount(word)));
  const by = (nouns: readonly string[], from = of ?? object) => countedBy(world, from, field, nouns);
  const counted = (isPart ? by(own, object) : undefined) ?? by(own) ?? by([...own, ...around]);
  const noun = typeCounted(world, type, own);
  const isOther = noun !== undefined && !world.model.isSameFamily(noun, type);
  const isOfObjects =
    isOther || of !== undefined || stored === undefined || /s$|^count$/i.test(own.at(-1) ?? definition.name);
  return counted === undefined && isOfObjects ? null : counted;
}

/** The type that words name, also without that of the owner before them: `articleCount` of a ticket counts a `TicketArticle`. */
function typeCounted({ model }: WorldParts, owner: GraphQLObjectType, words: readonly string[]) {
  return model.namedExactly(words) ?? model.namedExactly([...wordsOf(owner.name), ...words]);
}

/**
 * The list that the last words name, or those that refer to the owner, of the items that the words before it describe; null if nothing
 * shows those.
 */
function countedBy(
  world: WorldParts,
  of: EmulatedObject,
  field: ModelField,
  words: readonly string[],
): Counted | null | undefined {
  const { model, reader } = world;
  const fields = model.objectFieldsOf(model.familyOf(of.type) ?? of.type);
  const lists = fields.filter(({ kind, leaf }) => kind.endsWith('s') && !leaf);
  for (let start = 0; start < words.length; start += 1) {
    const noun = words.slice(start);
    const target = typeCounted(world, of.type, noun);
    const [counted, owner] = [target, of.type].map((each) => each && model.familiesOf(each)[0]);
    // Where several fields refer to the owner, nothing says which of them is counted.
    const backs = counted && owner && counted !== owner ? model.linksOf(counted, owner) : [];
    const list =
      lists.find(({ definition }) => sameNoun(flatName(definition.name), noun.join(''))) ??
      (target && backs.length === 1 && backs[0]?.kind === 'reference'
        ? { ...field, kind: 'references' as const, target }
        : undefined);
    if (!list) continue;
    const type = list.target;
    const items = () => reader.many(of, list) ?? [];
    const own = wordsOf(type.name);
    const more = noun.filter((word) => !own.some((each) => sameNoun(word, each)));
    const state = stateNamed(world, type, [...words.slice(0, start), ...more]);
    if (state === undefined) return start === 0 ? { type, items } : null;
    return { type, items: () => items().filter(new Filter(world, type, { [state]: true }).test) };
  }
  return undefined;
}

/** Values that follow from other objects: counts, whether there is one, and what is called after a field of another object. */
export function createCounts(world: WorldParts): CountOf {
  const { model, reader } = world;
  return (object, field) => {
    const { through = '', field: shown = '' } = field.other ?? {};
    const reference = model.field(object.type, through);
    const other = reference?.target && reader.one(object, reference);
    const value = other && model.field(other.type, shown);
    const seen = value ? reader.leaf(other, value) : null;
    if (reference) return isAllowed(field.definition.type, seen) ? seen : undefined;
    const [verb, ...rest] = field.leaf?.name === 'Boolean' ? wordsOf(field.definition.name) : [];
    const held = verb === 'has' ? fieldMeant(model, object.type, rest.join('_')) : undefined;
    return held ? exists(comparedValue(world, object, held), true) : countedItems(world, object, field)?.items().length;
  };
}
