import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isScalarType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField, ObjectField } from '../model/model-field.ts';
import { flatName, idName, sameNoun, singulars } from '../model/names.ts';
import { fieldNamed } from '../reads/named-field.ts';
import type { WorldParts } from '../store/world-parts.ts';

type Input = Pick<GraphQLArgument, 'name' | 'type'>;

/** The objects that an input names. */
export interface Naming {
  /** The words of what it names, such as `device` of `deviceId`; none for `id` alone. */
  readonly words: readonly string[];
  /** The name that an input with their ids would have. */
  readonly key: string;
  /** The id, or the list of them; undefined if it is not given. */
  readonly ids: unknown;
  /** Whether a text names them, which may be a value as well. */
  readonly isText: boolean;
}

/** The words of what an input is the id of: `deviceId`, or `device: ID`; none for `id` alone. Undefined for what is no id. */
export function idWords({ name, type }: Input): readonly string[] | undefined {
  return idName(name)?.words ?? (getNamedType(type).name === 'ID' ? wordsOf(name) : undefined);
}

/** Reads what an input names: `teamId`, `team: { id }`, or by a text that one object alone has, `teamSlug`, `team: { slug }`. */
export function namingOf(world: WorldParts, input: Input, value: unknown): Naming | undefined {
  const { model } = world;
  const all = wordsOf(input.name);
  if (isInputObjectType(getNamedType(input.type))) {
    const noun = model.named(all);
    const within = [value].flat().map(onlyWithin);
    const by = within[0]?.[0];
    if (!noun || by === undefined || within.some((each) => each?.[0] !== by)) return undefined;
    const inner = within.map((each) => each?.[1]);
    const own = Array.isArray(value) ? inner : inner[0];
    const isId = idName(by)?.words.length === 0;
    const ids = isId ? own : idsByText(world, noun, by, own);
    return ids === undefined ? undefined : { words: all, key: `${input.name}_id`, ids, isText: false };
  }
  if (idName(input.name) === undefined)
    for (let end = all.length - 1; end > 0; end -= 1) {
      const words = all.slice(0, end);
      const noun = model.named(words);
      const found = noun && singulars(all.slice(end).join('')).map((by) => idsByText(world, noun, by, value));
      const ids = found?.find((each) => each !== undefined);
      if (ids !== undefined) return { words, key: [...words, 'id'].join('_'), ids, isText: true };
    }
  const words = idWords(input);
  return words && { words, key: input.name, ids: value, isText: false };
}

/** The id of the only object of a type that has a text in a field, or of each of several texts; what several objects have names none. */
export function idsByText(world: WorldParts, type: GraphQLCompositeType, name: string, value: unknown): unknown {
  const { model, reader } = world;
  const fields = new Map(model.familiesOf(type).map((family) => [family.name, fieldNamed(model, family, name)]));
  const isText = (field: ModelField | undefined): field is ModelField =>
    field?.kind === 'value' && isScalarType(getNullableType(field.definition.type));
  const texts: readonly unknown[] = [value].flat();
  if (![...fields.values()].some(isText) || !texts.every((text) => typeof text === 'string' && text !== ''))
    return undefined;
  const found = texts.map((text) => {
    const having = world.all(type).filter((object) => {
      const field = fields.get(object.family);
      return isText(field) && reader.leaf(world.view(object), field) === text;
    });
    return having.length === 1 && world.find(type, having[0]?.id) ? having[0]?.id : undefined;
  });
  if (found.length === 0 || found.includes(undefined)) return undefined;
  return Array.isArray(value) ? found : found[0];
}

/** The only value within objects, and its name: of `{ id }`, or `{ connect: { id } }`. */
export function onlyWithin(value: unknown): readonly [name: string, value: unknown] | undefined {
  const [only, ...others] = isRecord(value) ? Object.entries(value).filter(([, inner]) => inner !== undefined) : [];
  if (only === undefined || others.length > 0) return undefined;
  return isRecord(only[1]) ? onlyWithin(only[1]) : only;
}

/** The list of parts that words mention: `members` for `member`. */
export function itemsNamed(model: Model, family: Family, mentions: readonly string[]): ObjectField | undefined {
  const fields = model.objectFieldsOf(family);
  return fields.find(({ kind, key }) => kind === 'parts' && mentions.some((word) => sameNoun(flatName(key), word)));
}
