import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, idName, singulars, wordsOf } from '../model/names.ts';
import type { Reader } from '../store/reader.ts';
import type { FieldFilters } from './field-filter.ts';
import { asText, operatorOf } from './operators.ts';
import type { Note, Predicate } from './predicate.ts';

/** The predicate of one key for objects of one type; undefined if the key means nothing there. */
export type KeyFilter = (type: GraphQLObjectType, key: string, value: unknown, note: Note) => Predicate | undefined;

/** Reads the keys of filters: the name of a field, and perhaps an operator before or after it. */
export function createKeyFilter(model: Model, reader: Reader, filters: FieldFilters): KeyFilter {
  return (type, key, value, note) => {
    const word = flatName(key);
    const field = fieldNamed(model, type, word) ?? referenceNamed(model, type, key);
    if (field) return filters.holds(field, value, note);
    const words = wordsOf(key);
    return (
      operatorLast(type, words, value) ??
      operatorFirst(type, words, value, note) ??
      stateNamed(type, words, value) ??
      plural(type, word, value, note)
    );
  };

  /** `nameContains`, `createdAt_gte`, `createdAfter`: a field, then an operator. */
  function operatorLast(type: GraphQLObjectType, words: readonly string[], value: unknown): Predicate | undefined {
    for (let end = words.length - 1; end > 0; end -= 1) {
      const name = words.slice(0, end).join('');
      const field =
        fieldNamed(model, type, name) ??
        fieldNamed(model, type, `${name}at`) ??
        referenceNamed(model, type, words.slice(0, end).join('_'));
      const operator = operatorOf(words.slice(end).join(''));
      if (field && operator) return filters.compared(field, operator, value);
    }
    return undefined;
  }

  /** `minTemperature`, `isOnline`, `hasGroup`: an operator, then a field. */
  function operatorFirst(
    type: GraphQLObjectType,
    words: readonly string[],
    value: unknown,
    note: Note,
  ): Predicate | undefined {
    for (let start = 1; start < words.length; start += 1) {
      const rest = words.slice(start).join('');
      const field = fieldNamed(model, type, rest) ?? fieldNamed(model, type, `is${rest}`);
      const first = words.slice(0, start).join('');
      if (!field) continue;
      if (/^(?:has|with)$/.test(first) && typeof value === 'boolean')
        return (object) => filters.isPresent(object, field) === value;
      if (/^(?:is|by|only|exact)$/.test(first)) return filters.holds(field, value, note);
      const operator = operatorOf(/^(?:exclude|without|except)$/.test(first) ? 'not in' : first);
      if (operator) return filters.compared(field, operator, value);
    }
    return undefined;
  }

  /** `online: true` of `isOnline`, or where `status` has the value ONLINE; `published: PUBLISHED` of `isPublished`. */
  function stateNamed(type: GraphQLObjectType, words: readonly string[], value: unknown): Predicate | undefined {
    const state = (words[0] === 'is' ? words.slice(1) : words).join('');
    const flag = fieldNamed(model, type, `is${state}`);
    const wanted = typeof value === 'boolean' ? value : flatName(asText(value)) === state;
    if (flag?.leaf?.name === 'Boolean' && (typeof value === 'boolean' || typeof value === 'string'))
      return (object) => reader.leaf(object, flag) === wanted;
    if (typeof value !== 'boolean') return undefined;
    const field = [...model.fieldsOfType(type).values()].find(
      ({ leaf }) => leaf && 'getValues' in leaf && leaf.getValues().some(({ name }) => flatName(name) === state),
    );
    return field && ((object) => (flatName(asText(reader.leaf(object, field))) === state) === value);
  }

  /** `statuses`, `tag`: the field in the singular or plural. */
  function plural(type: GraphQLObjectType, word: string, value: unknown, note: Note): Predicate | undefined {
    for (const form of singulars(word)) {
      const field = fieldNamed(model, type, form) ?? fieldNamed(model, type, `${form}s`);
      if (field) return filters.holds(field, value, note);
    }
    return undefined;
  }
}

/** Whether an object of a type can have a field with this name. */
export function hasField(model: Model, type: GraphQLCompositeType, name: string): boolean {
  return model.membersOf(type).some((member) => fieldNamed(model, member, flatName(name)) !== undefined);
}

/** The field that a word names: by its name, or its key. */
export function fieldNamed(model: Model, type: GraphQLObjectType, word: string): ModelField | undefined {
  const fields = model.fieldsOfType(type);
  for (const [name, field] of fields) if (flatName(name) === word) return field;
  for (const field of fields.values()) if (flatName(field.key) === word) return field;
  return undefined;
}

/** The field that `id`, `deviceId` or `groupIds` names: the object's own id, or a reference by its name or type. */
export function referenceNamed(model: Model, type: GraphQLObjectType, key: string): ModelField | undefined {
  const id = idName(key);
  if (id === undefined) return undefined;
  const fields = [...model.fieldsOfType(type).values()];
  const own = wordsOf(model.familyOf(type)?.name ?? type.name);
  const isOwn = id.words.length === 0 || singulars(id.words.join('')).includes(own.slice(-id.words.length).join(''));
  const identity = isOwn ? fields.find(({ kind }) => kind === 'identity') : undefined;
  if (identity) return identity;
  const references = fields.filter(({ kind }) => kind === 'reference' || kind === 'references');
  const named = references.find((field) => singulars(flatName(field.key)).includes(id.words.join('')));
  const target = model.named(id.words);
  const typed = target ? references.filter((field) => field.target && model.isSameFamily(field.target, target)) : [];
  return named ?? typed.find(({ kind }) => kind === 'reference') ?? typed[0];
}
