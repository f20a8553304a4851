import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import { asText, equalOrAmong, type Operator, operatorOf, withoutCase } from './operators.ts';
import { type FilterOf, joins, type Note, type Predicate } from './predicate.ts';

/** The fields by which people name an object. */
const naturalKeys = ['login', 'slug', 'key', 'username', 'handle', 'name', 'title', 'number', 'email', 'code'];

/** Filters by what one field of an object holds. Undefined where the field cannot be compared so. */
export interface FieldFilters {
  /** What an input asks of a field: a value, one of several, operators, or a filter on the objects that it refers to. */
  holds(field: ModelField, value: unknown, note: Note): Predicate | undefined;
  compared(field: ModelField, operator: Operator, operand: unknown): Predicate | undefined;
  /** Whether the field holds anything. */
  isPresent(object: EmulatedObject, field: ModelField): boolean;
}

/** Filters by fields; `filterOf` reads the filters on other objects. */
export function createFieldFilters(model: Model, reader: Reader, filterOf: FilterOf): FieldFilters {
  const itemsOf = (object: EmulatedObject, field: ModelField): readonly EmulatedObject[] =>
    reader.many(object, field) ?? [];

  function compared(field: ModelField, operator: Operator, operand: unknown): Predicate | undefined {
    if (field.kind === 'part' || field.kind === 'parts') return undefined;
    return (object) => operator(comparable(object, field), operand);
  }

  /** What an operator sees of a field: a leaf, or the ids of objects. */
  function comparable(object: EmulatedObject, field: ModelField): unknown {
    if (field.leaf) return reader.leaf(object, field);
    if (field.kind === 'reference') return reader.one(object, field)?.stored?.id ?? null;
    return itemsOf(object, field).map(({ stored }) => stored?.id ?? null);
  }

  function isPresent(object: EmulatedObject, field: ModelField): boolean {
    if (field.leaf) return reader.leaf(object, field) !== null;
    return field.kind === 'reference' || field.kind === 'part'
      ? reader.one(object, field) !== null
      : itemsOf(object, field).length > 0;
  }

  function holds(field: ModelField, value: unknown, note: Note): Predicate | undefined {
    const { leaf, target, kind, byId } = field;
    if (leaf && !(byId && isRecord(value) && target)) {
      if (isRecord(value) && !/json|object|map/i.test(leaf.name)) return operators(field, value, note);
      return (object) => equalOrAmong(reader.leaf(object, field), value);
    }
    if (target === undefined) return undefined;
    if (isRecord(value)) return related(field, target, value, note);
    const asked = Array.isArray(value) ? value : [value];
    if (kind === 'reference')
      return (object) => {
        const found = reader.one(object, field);
        return found !== null && asked.some((each) => isCalled(found, each));
      };
    if (kind !== 'references') return undefined;
    return (object) => itemsOf(object, field).some((item) => asked.some((each) => isCalled(item, each)));
  }

  /** Whether a value names an object: its id, or a name that people use for it. */
  function isCalled(object: EmulatedObject, value: unknown): boolean {
    if (object.stored && String(object.stored.id) === asText(value)) return true;
    return naturalKeys.some((key) => {
      const field = model.field(object.type, key);
      return field?.kind === 'value' && asText(reader.leaf(object, field)) === asText(value);
    });
  }

  function operators(field: ModelField, input: Readonly<Record<string, unknown>>, note: Note): Predicate | undefined {
    const tests: Predicate[] = [];
    const loose = /insensitive/i.test(asText(input['mode'] ?? ''));
    const entries = Object.entries(input).filter(([key, value]) => value !== undefined && flatName(key) !== 'mode');
    for (const [key, value] of entries) {
      const test = operatorTest(field, key, value, loose, note);
      if (test) tests.push(test);
      else note(key);
    }
    return tests.length > 0 || entries.length === 0 ? (object) => tests.every((test) => test(object)) : undefined;
  }

  function operatorTest(
    field: ModelField,
    key: string,
    value: unknown,
    loose: boolean,
    note: Note,
  ): Predicate | undefined {
    const word = flatName(key);
    if (joins.none.test(word) && isRecord(value)) {
      const inner = operators(field, value, note);
      return inner && ((object) => !inner(object));
    }
    if ((joins.all.test(word) || joins.some.test(word)) && Array.isArray(value) && value.every(isRecord)) {
      const inner = value.map((each) => operators(field, each, note) ?? (() => true));
      return joins.some.test(word)
        ? (object) => inner.some((test) => test(object))
        : (object) => inner.every((test) => test(object));
    }
    const operator = operatorOf(key);
    if (operator === undefined) return undefined;
    // Null is compared only where a value can be it.
    if (value === null && !/^(?:eq|equals|is|ne|neq|not|isnot)$/.test(word)) return () => true;
    const used = loose ? withoutCase(operator) : operator;
    return (object) => used(comparable(object, field), value);
  }

  /** A filter on the objects that a field refers to. */
  function related(
    field: ModelField,
    target: GraphQLCompositeType,
    value: Readonly<Record<string, unknown>>,
    note: Note,
  ): Predicate | undefined {
    const isList = field.kind === 'references' || field.kind === 'parts';
    const items = (object: EmulatedObject): readonly EmulatedObject[] => {
      const one = isList ? null : reader.one(object, field);
      return isList ? itemsOf(object, field) : one ? [one] : [];
    };
    const tests: Predicate[] = [];
    const direct: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const word = flatName(key);
      if (!isRecord(inner) || !(isList ? /^(?:some|any|every|all|none)$/ : /^is(?:not)?$/).test(word)) {
        direct[key] = inner;
        continue;
      }
      const filter = filterOf(target, inner);
      for (const name of filter.unknown) note(`${key}.${name}`);
      if (/^(?:every|all)$/.test(word)) tests.push((object) => items(object).every(filter.test));
      else tests.push((object) => items(object).some(filter.test) === !/^(?:none|isnot)$/.test(word));
    }
    if (Object.keys(direct).length > 0) {
      const filter = filterOf(target, direct);
      // Keys that are not fields of the object may be operators on its id.
      const onId = filter.selects ? undefined : operators(field, direct, () => {});
      if (!filter.selects && !onId) {
        for (const name of filter.unknown) note(name);
        return undefined;
      }
      if (filter.selects) for (const name of filter.unknown) note(name);
      tests.push(onId ?? ((object) => items(object).some(filter.test)));
    }
    return (object) => tests.every((test) => test(object));
  }

  return { holds, compared, isPresent };
}
