import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare } from './names.ts';
import { asText, equalOrAmong, type Operator, operatorOf, withoutCase } from './operators.ts';
import type { Population } from './population.ts';
import { type FilterOf, joins, type Note, type Predicate } from './predicate.ts';
import type { Reader } from './reader.ts';
import type { Thing } from './thing.ts';

/** The fields by which people name an object. */
const naturalKeys = [
  'login',
  'slug',
  'key',
  'username',
  'handle',
  'name',
  'title',
  'number',
  'email',
  'identifier',
  'code',
];

/** Filters by what one slot of an object holds. Undefined where the slot cannot be compared so. */
export interface SlotFilters {
  /** What an input asks of a slot: a value, one of several, operators, or a filter on the objects that it refers to. */
  onSlot(slot: FieldSlot, value: unknown, note: Note): Predicate | undefined;
  compared(slot: FieldSlot, operator: Operator, operand: unknown): Predicate | undefined;
  /** Whether the slot holds anything. */
  isPresent(thing: Thing, slot: FieldSlot): boolean;
}

/** Filters by slots; `filterOf` reads the filters on other objects. */
export function createSlotFilters(
  model: Model,
  population: Population,
  reader: Reader,
  filterOf: FilterOf,
): SlotFilters {
  function compared(slot: FieldSlot, operator: Operator, operand: unknown): Predicate | undefined {
    if (slot.kind === 'part' || slot.kind === 'parts') return undefined;
    return (thing) => operator(comparable(thing, slot), operand);
  }

  /** What an operator sees of a slot: a leaf, or the ids of objects. */
  function comparable(thing: Thing, slot: FieldSlot): unknown {
    if (slot.leaf) return reader.leaf(thing, slot);
    const id = (of: Thing | null): unknown => (of?.family ? population.idOf(of.family, of.index) : null);
    if (slot.kind === 'reference') return id(reader.one(thing, slot));
    return itemsOf(thing, slot).map(id);
  }

  function isPresent(thing: Thing, slot: FieldSlot): boolean {
    if (slot.leaf) return reader.leaf(thing, slot) !== null;
    return slot.kind === 'reference' || slot.kind === 'part'
      ? reader.one(thing, slot) !== null
      : reader.many(thing, slot).length > 0;
  }

  function itemsOf(thing: Thing, slot: FieldSlot): readonly Thing[] {
    const list = reader.many(thing, slot);
    return Array.from({ length: Math.min(list.length, 10_000) }, (_, position) => list.at(position));
  }

  function onSlot(slot: FieldSlot, value: unknown, note: Note): Predicate | undefined {
    if (slot.leaf && !(slot.byId && isRecord(value) && slot.target)) {
      if (!isRecord(value) || /json|object|map/i.test(slot.leaf.name))
        return (thing) => equalOrAmong(reader.leaf(thing, slot), value);
      return comparator(slot, value, note);
    }
    if (slot.target === undefined) return undefined;
    if (isRecord(value)) return nested(slot, slot.target, value, note);
    if (slot.kind === 'reference') {
      if (value === null) return (thing) => reader.one(thing, slot) === null;
      return (thing) => {
        const found = reader.one(thing, slot);
        return found !== null && (Array.isArray(value) ? value : [value]).some((each) => isCalled(found, each));
      };
    }
    if (slot.kind !== 'references' || value === null) return undefined;
    const asked = Array.isArray(value) ? value : [value];
    return (thing) => itemsOf(thing, slot).some((item) => asked.some((each) => isCalled(item, each)));
  }

  /** Whether a value names an object: its id, or a name that people use for it. */
  function isCalled(thing: Thing, value: unknown): boolean {
    if (thing.family && String(population.idOf(thing.family, thing.index)) === asText(value)) return true;
    return naturalKeys.some((key) => {
      const slot = model.slot(thing.type, key);
      return slot?.kind === 'value' && asText(reader.leaf(thing, slot)) === asText(value);
    });
  }

  function comparator(slot: FieldSlot, input: Readonly<Record<string, unknown>>, note: Note): Predicate | undefined {
    const tests: Predicate[] = [];
    const loose = /insensitive/i.test(asText(input['mode'] ?? ''));
    let understood = Object.keys(input).length === 0;
    for (const [key, value] of Object.entries(input)) {
      if (value === undefined || bare(key) === 'mode') continue;
      const word = bare(key.replace(/^[_$]+/, ''));
      if (joins.none.test(word) && isRecord(value)) {
        const inner = comparator(slot, value, note);
        if (inner) tests.push((thing) => !inner(thing));
      } else if ((joins.all.test(word) || joins.some.test(word)) && Array.isArray(value) && value.every(isRecord)) {
        const inner = value.map((each) => comparator(slot, each, note)).filter((each) => each !== undefined);
        tests.push(
          joins.some.test(word)
            ? (thing) => inner.some((test) => test(thing))
            : (thing) => inner.every((test) => test(thing)),
        );
      } else {
        const operator = operatorOf(key);
        if (operator === undefined) {
          note(key);
          continue;
        }
        // Null is compared only where a value can be it.
        if (value !== null || /^(?:eq|equals|is|ne|neq|not|isnot)$/.test(word)) {
          const used = loose ? withoutCase(operator) : operator;
          tests.push((thing) => used(comparable(thing, slot), value));
        }
      }
      understood = true;
    }
    return understood ? (thing) => tests.every((test) => test(thing)) : undefined;
  }

  /** A filter on the objects that a slot refers to. */
  function nested(
    slot: FieldSlot,
    target: GraphQLCompositeType,
    value: Readonly<Record<string, unknown>>,
    note: Note,
  ): Predicate | undefined {
    const isList = slot.kind === 'references' || slot.kind === 'parts';
    const tests: Predicate[] = [];
    const direct: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const word = bare(key.replace(/^[_$]+/, ''));
      if (isRecord(inner) && isList && /^(?:some|any|every|all|none)$/.test(word)) {
        const filter = filterOf(target, inner);
        for (const name of filter.unknown) note(`${key}.${name}`);
        if (/^(?:some|any)$/.test(word)) tests.push((thing) => itemsOf(thing, slot).some(filter.test));
        else if (word === 'none') tests.push((thing) => !itemsOf(thing, slot).some(filter.test));
        else tests.push((thing) => itemsOf(thing, slot).every(filter.test));
      } else if (isRecord(inner) && !isList && /^is(?:not)?$/.test(word)) {
        const filter = filterOf(target, inner);
        for (const name of filter.unknown) note(`${key}.${name}`);
        tests.push((thing) => holds(thing, slot, filter.test) === (word === 'is'));
      } else direct[key] = inner;
    }
    if (Object.keys(direct).length > 0) {
      const filter = filterOf(target, direct);
      const bad = new Set(filter.unknown.map((name) => name.split('.')[0]));
      const good = Object.keys(direct).some((key) => !bad.has(key));
      // Its keys are not fields of the object but operators on its id.
      const onId = good ? undefined : comparator(slot, direct, () => {});
      if (onId) tests.push(onId);
      else if (!good) return undefined;
      else {
        for (const name of filter.unknown) note(name);
        tests.push(
          isList ? (thing) => itemsOf(thing, slot).some(filter.test) : (thing) => holds(thing, slot, filter.test),
        );
      }
    }
    return (thing) => tests.every((test) => test(thing));
  }

  function holds(thing: Thing, slot: FieldSlot, test: Predicate): boolean {
    const found = reader.one(thing, slot);
    return found !== null && test(found);
  }

  return { onSlot, compared, isPresent };
}
