import { type GraphQLOutputType, getNullableType, isLeafType, isListType, isNonNullType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { hash } from './chance.ts';
import { isFailure, isFailureField } from './failures.ts';
import type { Family, FieldSlot, Model } from './model.ts';
import { bare, wordsOf } from './names.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import { nameAt, personAt } from './readable-names.ts';
import type { Relations } from './relations.ts';
import { emptySeries, type Series, seriesOf } from './series.ts';
import { kept, type State } from './state.ts';
import { nameOf, Thing } from './thing.ts';
import { leafValue } from './values.ts';
import type { MockPlace, WorldSettings } from './world-options.ts';

/** Reads the fields of the world's objects, without their arguments. */
export interface Reader {
  /** What a leaf holds, as the schema allows it: a scalar, an enum's value, or a list. */
  leaf(thing: Thing, slot: FieldSlot): unknown;
  /** The object that a field refers to, or the part that it holds. */
  one(thing: Thing, slot: FieldSlot): Thing | null;
  /** The objects of a list, before arguments select from them. */
  many(thing: Thing, slot: FieldSlot): Series;
}

/** The length of a list of parts. */
const handful = 3;

const persons =
  /^(?:user|person|member|account|contact|owner|customer|employee|author|admin|actor|people|viewer|profile)$/;

/** Reads what was set, what mocks say, and else what the seed makes. */
export function createReader(
  model: Model,
  state: State,
  population: Population,
  relations: Relations,
  mocks: NonNullable<WorldSettings['mocks']>,
): Reader {
  function leaf(thing: Thing, slot: FieldSlot): unknown {
    const { field, key } = slot;
    const set = keptOf(thing, slot.byId ? slot.field.name : key);
    if (slot.byId) {
      const named = set !== undefined && thing.values ? set : ids(thing, slot);
      // The schema may have another type here than the object's own id has.
      return fits(field.type, named) ? named : made(thing, slot, getNullableType(field.type));
    }
    if (set !== undefined && fits(field.type, set)) return set;
    if (slot.kind === 'identity' && thing.family) {
      const id = population.idOf(thing.family, thing.index);
      if (fits(field.type, id)) return id;
    }
    const mocked = mockOf(thing, slot);
    if (mocked !== undefined) return mocked;
    return countOf(thing, slot) ?? made(thing, slot, getNullableType(field.type));
  }

  function keptOf(thing: Thing, key: string): unknown {
    const own = thing.values?.[key];
    if (own !== undefined || thing.family === undefined) return own;
    return kept(population.state(thing.family), thing.index, key);
  }

  /** The id of the object that the slot refers to, or the ids of those in its list. */
  function ids(thing: Thing, slot: FieldSlot): unknown {
    const id = (of: Thing): string | number => (of.family ? population.idOf(of.family, of.index) : nameOf(of));
    if (slot.kind === 'reference') {
      const found = one(thing, slot);
      return found && id(found);
    }
    const found = many(thing, slot);
    return Array.from({ length: Math.min(found.length, 100) }, (_, position) => id(found.at(position)));
  }

  function made(thing: Thing, slot: FieldSlot, type: GraphQLOutputType, position = 0): unknown {
    if (isNonNullType(type)) return made(thing, slot, type.ofType, position);
    if (isListType(type)) {
      const values = [1, 2].map((place) => made(thing, slot, type.ofType, position * 2 + place));
      return [...new Set(values)];
    }
    if (!isLeafType(type)) return null;
    const owner = thing.family ? thing : nearest(thing);
    const offset = hash(state.seed, owner.family?.name ?? owner.type.name);
    const words = wordsOf(owner.type.name);
    const person = words.some((word) => persons.test(word));
    const index = owner.family ? owner.index : hash(nameOf(thing)) % 4096;
    return leafValue(type, {
      number: hash(state.seed, ...placeOf(thing), slot.field.name, position),
      name: person ? personAt(index, offset) : nameAt(index, offset),
      type: thing.type.name,
      field: slot.field.name,
    });
  }

  /** Whose name a part shows: its owner's, if it is not itself in a list. */
  function nearest(thing: Thing): Thing {
    return thing.owner && !/\[/.test(thing.path) ? (thing.owner.family ? thing.owner : nearest(thing.owner)) : thing;
  }

  function placeOf(thing: Thing): readonly (string | number)[] {
    return thing.family ? [thing.family.name, thing.index] : [nameOf(thing), 0];
  }

  /** `deviceCount` is the length of `devices`. */
  function countOf(thing: Thing, slot: FieldSlot): number | undefined {
    if (slot.leaf?.name !== 'Int' || thing.family === undefined) return undefined;
    const list = listCounted(thing.family, thing.type.name, slot);
    return list && many(thing, list).length;
  }

  const counted = new WeakMap<FieldSlot, { readonly list: FieldSlot | undefined }>();

  function listCounted(family: Family, type: string, slot: FieldSlot): FieldSlot | undefined {
    let known = counted.get(slot);
    if (known === undefined) {
      const words = wordsOf(slot.field.name).filter((word) => !/^(?:count|total|number|num|of)$/.test(word));
      const own = model.slotsOfType(family.types.find(({ name }) => name === type) ?? thingType(family));
      const counts = words.length > 0 && words.length < wordsOf(slot.field.name).length;
      const noun = words.join('');
      const list = counts
        ? [...own.values()].find(
            ({ kind, field }) => kind === 'references' && [noun, `${noun}s`].includes(bare(field.name)),
          )
        : undefined;
      known = { list };
      counted.set(slot, known);
    }
    return known.list;
  }

  function thingType(family: Family) {
    const [type] = family.types;
    if (type === undefined) throw new RangeError(`The family ${family.name} has no type.`);
    return type;
  }

  function mockOf(thing: Thing, slot: FieldSlot): unknown {
    const types = thing.family?.types ?? [thing.type];
    const place = (): MockPlace => ({
      type: thing.type.name,
      field: slot.field.name,
      index: thing.index,
      number: hash(state.seed, ...placeOf(thing), slot.field.name, 0),
    });
    const evaluate = (mock: unknown): unknown => (typeof mock === 'function' ? mock(place()) : mock);
    for (const { name } of types) {
      const value = evaluate(mocks[`${name}.${slot.field.name}`]);
      if (value !== undefined) return value;
      const whole = evaluate(mocks[name]);
      if (isRecord(whole) && whole[slot.field.name] !== undefined) return whole[slot.field.name];
    }
    if (slot.leaf === undefined) return undefined;
    const mock = mocks[slot.leaf.name];
    if (mock === undefined) return undefined;
    const many = isListType(getNullableType(slot.field.type));
    return many ? [evaluate(mock)] : evaluate(mock);
  }

  function one(thing: Thing, slot: FieldSlot): Thing | null {
    if (slot.kind === 'reference') return relations.reference(thing, slot);
    const { target } = slot;
    if (target === undefined) return null;
    const set = keptOf(thing, slot.key);
    if (set === null && isNullable(slot.field)) return null;
    const failed = isFailureField(slot.field.name) || isFailure(target);
    if (set === undefined && failed && isNullable(slot.field)) return null;
    const members = model.membersOf(target);
    const member = members[hash(state.seed, ...placeOf(thing), slot.key, 0) % Math.max(members.length, 1)];
    if (member === undefined) return null;
    // There is one of it, whoever asks.
    if (model.isSingle(member)) return new Thing(member);
    return new Thing(member, { owner: thing, path: slot.key, ...(isRecord(set) && { values: set }) });
  }

  function many(thing: Thing, slot: FieldSlot): Series {
    if (slot.kind === 'references') return relations.list(thing, slot);
    const { target } = slot;
    if (target === undefined) return emptySeries;
    const members = model.membersOf(target);
    const part = (place: number, values?: unknown): Thing | undefined => {
      const member = members[place % Math.max(members.length, 1)];
      const path = `${slot.key}[${place}]`;
      return member && new Thing(member, { owner: thing, path, index: place, ...(isRecord(values) && { values }) });
    };
    const set = keptOf(thing, slot.key);
    if (Array.isArray(set))
      return seriesOf(set.map((values, place) => part(place, values)).filter((each) => each !== undefined));
    if (isFailure(target) || isFailureField(slot.field.name)) return emptySeries;
    return seriesOf(Array.from({ length: handful }, (_, place) => part(place)).filter((each) => each !== undefined));
  }

  return { leaf, one, many };
}

/** Whether a value is one that the schema allows there. */
export function fits(type: GraphQLOutputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && fits(type.ofType, value);
  if (value === null) return true;
  if (isListType(type)) return Array.isArray(value) && value.every((each) => fits(type.ofType, each));
  if (!isLeafType(type)) return false;
  try {
    return type.serialize(value) !== undefined;
  } catch {
    return false;
  }
}
