import { type GraphQLCompositeType, isCompositeType, isObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { ConfigurationError } from '../../index.ts';
import type { Family, FieldSlot, Model } from './model.ts';
import type { Population } from './population.ts';
import { fits } from './reader.ts';
import type { Relations } from './relations.ts';
import type { State } from './state.ts';
import type { Fixtures } from './world-options.ts';

/** The objects of fixtures, before they are linked. */
export interface FixtureObjects {
  /** The objects of each family, in order. */
  readonly families: ReadonlyMap<string, readonly Record<string, unknown>[]>;
  /** The families that the fixtures list; others are only mentioned. */
  readonly listed: ReadonlySet<string>;
  readonly links: readonly FixtureLink[];
}

interface FixtureLink {
  readonly family: Family;
  readonly index: number;
  readonly slot: FieldSlot;
  readonly ids: readonly string[];
  readonly place: string;
}

/**
 * Reads fixtures: checks every value against the schema, and gathers the objects that references mention.
 *
 * @throws {ConfigurationError} with the place of a value that does not fit.
 */
export function readFixtures(model: Model, fixtures: Fixtures): FixtureObjects {
  const families = new Map<string, Record<string, unknown>[]>();
  const listed = new Set<string>();
  const links: FixtureLink[] = [];
  const known = new Map<string, number>();

  function add(
    type: GraphQLCompositeType,
    record: Readonly<Record<string, unknown>>,
    place: string,
  ): string | undefined {
    const named = typeof record['__typename'] === 'string' ? model.schema.getType(record['__typename']) : type;
    const concrete = isObjectType(named) ? named : undefined;
    const [only, ...others] = model.familiesOf(type);
    const family = concrete ? model.familyOf(concrete) : others.length === 0 ? only : undefined;
    if (family === undefined)
      throw wrong(
        place,
        concrete
          ? `\`${concrete.name}\` is not a type of objects with an id`
          : 'its type is not clear: add `__typename`',
      );
    const objects = families.get(family.name) ?? [];
    families.set(family.name, objects);
    const given = record[family.identity?.name ?? 'id'];
    const id = given === undefined ? undefined : String(given);
    const before = id === undefined ? undefined : known.get(`${family.name} ${id}`);
    const index = before ?? objects.length;
    if (id !== undefined) known.set(`${family.name} ${id}`, index);
    const values = objects[index] ?? {};
    objects[index] = values;
    for (const [key, value] of Object.entries(record)) {
      if (key !== '__typename') readValue(family, index, values, key, value, `${place}.${key}`);
    }
    return id;
  }

  function readValue(
    family: Family,
    index: number,
    values: Record<string, unknown>,
    key: string,
    value: unknown,
    place: string,
  ): void {
    const slot = model.slotsOf(family).get(key);
    if (slot === undefined) throw wrong(place, `\`${family.name}\` has no field \`${key}\``);
    if (slot.kind === 'identity' || slot.kind === 'value') {
      if (!fits(slot.field.type, value)) throw wrong(place, `the schema has \`${String(slot.field.type)}\` there`);
      values[slot.key] = value;
    } else if (slot.kind === 'part' || slot.kind === 'parts') values[slot.key] = value;
    else if (value === null) values[slot.key] = null;
    else {
      const list = slot.kind === 'references' ? itemsIn(value) : [value];
      const ids = list.map((each, at) => idIn(slot, each, slot.kind === 'references' ? `${place}[${at}]` : place));
      links.push({ family, index, slot, ids, place });
    }
  }

  function idIn(slot: FieldSlot, value: unknown, place: string): string {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    const id = isRecord(value) && slot.target ? add(slot.target, value, place) : undefined;
    if (id === undefined) throw wrong(place, 'write the id of an object, or an object with an `id`');
    return id;
  }

  for (const [name, list] of Object.entries(fixtures)) {
    const type = model.schema.getType(name);
    if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
    for (const family of model.familiesOf(type)) listed.add(family.name);
    for (const [at, record] of list.entries()) add(type, record, `${name}[${at}]`);
  }
  // What a reference mentions and no list has is an object with that id, and emulated values.
  for (const { slot, ids, place } of links) {
    for (const id of ids) {
      const targets = slot.target ? model.familiesOf(slot.target) : [];
      if (targets.some((family) => known.has(`${family.name} ${id}`))) continue;
      const free = targets.find((family) => !listed.has(family.name));
      if (free === undefined) throw wrong(place, `no ${String(slot.target)} of the fixtures has the id "${id}"`);
      const objects = families.get(free.name) ?? [];
      families.set(free.name, objects);
      known.set(`${free.name} ${id}`, objects.push({ id }) - 1);
    }
  }
  return { families, listed, links };
}

/** Puts the objects into the world and links them. */
export function placeFixtures(
  model: Model,
  state: State,
  population: Population,
  relations: Relations,
  { families, links }: FixtureObjects,
): void {
  for (const [name, objects] of families) {
    const family = model.families.get(name);
    if (family) for (const [index, values] of objects.entries()) population.state(family).fixtures.set(index, values);
  }
  state.version += 1;
  for (const { family, index, slot, ids } of links) {
    const targets = ids
      .map((id) => slot.target && population.find(slot.target, id))
      .filter((thing) => thing !== undefined);
    const own = population.state(family).fixtures.get(index) as Record<string, unknown> | undefined;
    if (slot.kind === 'reference') {
      const [target] = targets;
      if (own && target?.family) own[slot.key] = { ref: `${target.family.name}#${target.index}` };
      continue;
    }
    for (const target of targets) {
      if (target.family === undefined) continue;
      const back = relations.backReference(target.family, family);
      const values = { ...population.state(target.family).fixtures.get(target.index) };
      if (back)
        population
          .state(target.family)
          .fixtures.set(target.index, { ...values, [back.key]: { ref: `${family.name}#${index}` } });
      else {
        const relation = relations.linkName(family, slot.key, target.family);
        const pairs = state.fixtures.relations.get(relation) ?? new Map<string, boolean>();
        state.fixtures.relations.set(
          relation,
          pairs.set(`${family.name}#${index} ${target.family.name}#${target.index}`, true),
        );
      }
    }
  }
  for (const [relation, pairs] of state.fixtures.relations) state.links.set(relation, new Map(pairs));
  state.version += 1;
}

/** The items of a list, also of a page: `nodes`, `edges { node }` or `items`. */
function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  const list = Object.values(value).find(Array.isArray) as readonly unknown[] | undefined;
  return (list ?? []).map((each) => (isRecord(each) && 'node' in each ? each['node'] : each));
}

function wrong(place: string, reason: string): ConfigurationError {
  return new ConfigurationError(`The fixtures are wrong at ${place}: ${reason}.`);
}
