import { type GraphQLArgument, type GraphQLCompositeType, getNamedType, getNullableType, isScalarType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField, ObjectField } from '../model/model-field.ts';
import { flatName, idName, sameNoun, singulars } from '../model/names.ts';
import { fieldNamed } from '../reads/named-field.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';

type Input = Pick<GraphQLArgument, 'name' | 'type'>;

/** The objects that the texts of an input name, as if it had their ids. */
export interface NamedByText {
  /** The words of the type that the input names; none for the text alone. */
  readonly words: readonly string[];
  readonly id: unknown;
}

/** The words of what an input is the id of: `deviceId`, or `device: ID`; none for `id` alone. Undefined for what is no id. */
export function idWords({ name, type }: Input): readonly string[] | undefined {
  return idName(name)?.words ?? (getNamedType(type).name === 'ID' ? wordsOf(name) : undefined);
}

/** The id of the only object of a type that has a text in a field, or of each of several texts; what several objects have names none. */
export function idsByText(world: WorldParts, type: GraphQLCompositeType, name: string, value: unknown): unknown {
  const { model, population, reader } = world;
  const families = new Map(model.familiesOf(type).map((family) => [family.name, fieldNamed(model, family, name)]));
  const isText = (field: ModelField | undefined): boolean =>
    field?.kind === 'value' && isScalarType(getNullableType(field.definition.type));
  const texts: readonly unknown[] = [value].flat();
  if (![...families.values()].some(isText) || !texts.every((text) => typeof text === 'string' && text !== ''))
    return undefined;
  const found = texts.map((text) => {
    const having = population.all(type).filter((object: StoredObject) => {
      const field = families.get(object.family);
      return field && isText(field) && reader.leaf(population.view(object), field) === text;
    });
    return having.length === 1 && population.find(type, having[0]?.id) ? having[0]?.id : undefined;
  });
  if (found.length === 0 || found.includes(undefined)) return undefined;
  return Array.isArray(value) ? found : found[0];
}

/** The only value within objects, and its name: of `{ id }`, or `{ connect: { id } }`. */
function onlyWithin(value: unknown): readonly [name: string, value: unknown] | undefined {
  const [only, ...others] = isRecord(value) ? Object.entries(value).filter(([, inner]) => inner !== undefined) : [];
  return only && others.length === 0 ? (onlyWithin(only[1]) ?? only) : undefined;
}

/** Whether a value holds one value alone, at some depth. */
export function isWrapped(value: unknown): boolean {
  return [value].flat().every((each) => onlyWithin(each) !== undefined);
}

/** Reads what an input names by an id or a text within it, `team: { slug }`, or by a type and a text of it: `teamSlug`. */
export function namedBy(world: WorldParts, { name }: Input, value: unknown): NamedByText | undefined {
  const all = wordsOf(name);
  const within = [value].flat().map(onlyWithin);
  const [first] = within;
  if (first && within.every((each) => each?.[0] === first[0])) {
    const inner = within.map((each) => each?.[1]);
    const own = Array.isArray(value) ? inner : inner[0];
    const isPlain = inner.every((each) => typeof each === 'string' || typeof each === 'number');
    const type = world.model.named(all);
    const id = idName(first[0])?.words.length === 0 ? own : type && idsByText(world, type, first[0], own);
    return isPlain && id !== undefined ? { words: all, id } : undefined;
  }
  for (let end = all.length - 1; end > 0; end -= 1) {
    const words = all.slice(0, end);
    const type = world.model.named(words);
    const ids = type && singulars(all.slice(end).join('')).map((each) => idsByText(world, type, each, value));
    const id = ids?.find((each) => each !== undefined);
    if (id !== undefined) return { words, id };
  }
  return undefined;
}

/** The list of parts that words mention: `members` for `member`. */
export function itemsNamed(model: Model, family: Family, words: readonly string[]): ObjectField | undefined {
  const fields = [...model.fieldsOfFamily(family).values()].filter((field) => field.target !== undefined);
  return fields.find(({ kind, key }) => kind === 'parts' && words.some((word) => sameNoun(flatName(key), word)));
}
