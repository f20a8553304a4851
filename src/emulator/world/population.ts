import { type GraphQLCompositeType, isCompositeType } from 'graphql';
import { gather, hash, hex, scatter } from './chance.ts';
import { uuidOf } from './formats.ts';
import type { Family, Model } from './model.ts';
import { emptySeries, interleaved, progression, type Series } from './series.ts';
import { createFamilyState, type FamilyState, isReference, kept, type State } from './state.ts';
import { Thing } from './thing.ts';

/** The number of objects of every family without a count of its own. */
const usual = 12;

/** The objects of the world: how many there are, their ids, and where they are found. */
export interface Population {
  state(family: Family): FamilyState;
  /** How many there were at first, which relations are computed from. */
  size(family: Family): number;
  isAlive(family: Family, index: number): boolean;
  /** An object as one of its types: as the one asked for if it can be, else as its first type. */
  thing(family: Family, index: number, as?: GraphQLCompositeType): Thing;
  /** All objects of a type; those of an interface or union by turns. */
  all(type: GraphQLCompositeType): Series;
  idOf(family: Family, index: number): string | number;
  /** The object of a type with this id. */
  find(type: GraphQLCompositeType, id: unknown): Thing | undefined;
  /** The object that a kept reference names; undefined if it was deleted. */
  follow(reference: unknown, as: GraphQLCompositeType): Thing | undefined;
}

/** The sizes asked for. */
export interface Sizes {
  readonly count: Readonly<Record<string, number>>;
  readonly devices: number | undefined;
  /** How many objects the fixtures have; `exact` if there are no others. */
  readonly atLeast: (family: Family) => { readonly size: number; readonly exact: boolean };
  /** A value of a mock for the id. */
  readonly mockId: (family: Family, index: number) => string | number | undefined;
  readonly hasMockId: (family: Family) => boolean;
}

/** Finds the objects of the model in a state. Sizes are decided once: another schema finds the same objects. */
export function createPopulation(model: Model, state: State, sizes: Sizes): Population {
  const counted = new Map<string, number>();
  for (const [name, count] of Object.entries(sizes.count)) {
    const type = model.schema.getType(name);
    if (isCompositeType(type)) share(type, count);
  }
  if (sizes.devices !== undefined && model.devices) share(model.devices, sizes.devices);

  /** Gives the members of an interface or union about the same number each. */
  function share(type: GraphQLCompositeType, count: number): void {
    const families = model.familiesOf(type);
    families.forEach((family, place) => {
      counted.set(family.name, Math.max(0, Math.ceil((count - place) / families.length)));
    });
  }

  function stateOf(family: Family): FamilyState {
    let own = state.families.get(family.name);
    if (own === undefined) {
      const single = family.types.some((type) => model.isSingle(type));
      const devices = model.devices && model.familiesOf(model.devices);
      const preset = devices?.includes(family) ? Math.ceil((25 - devices.indexOf(family)) / devices.length) : usual;
      const { size, exact } = sizes.atLeast(family);
      own = createFamilyState(Math.max(size, counted.get(family.name) ?? (exact ? 0 : single ? 1 : preset)));
      state.families.set(family.name, own);
    }
    return own;
  }

  const isAlive = (family: Family, index: number): boolean => {
    const { size, created, deleted } = stateOf(family);
    return index >= 0 && index < size + created && !deleted.has(index);
  };

  function thing(family: Family, index: number, as?: GraphQLCompositeType): Thing {
    const type = as && model.membersOf(as).find((member) => model.familyOf(member) === family);
    const first = type ?? family.types[0];
    if (first === undefined) throw new RangeError(`The family ${family.name} has no type.`);
    return new Thing(first, { family, index });
  }

  function everyOne(family: Family, as: GraphQLCompositeType): Series {
    const { size, created, deleted } = stateOf(family);
    const out = deleted.size === 0 ? [] : [...deleted].sort((one, other) => one - other);
    return progression({ start: 0, step: 1, count: size + created }, out, [], (index) => thing(family, index, as));
  }

  function idOf(family: Family, index: number): string | number {
    const given = kept(stateOf(family), index, 'id');
    if (typeof given === 'string' || typeof given === 'number') return given;
    return sizes.mockId(family, index) ?? madeId(family, index);
  }

  function madeId(family: Family, index: number): string | number {
    const type = leafOf(family);
    if (type === 'number') return index + 1;
    const number = scatter(index ^ hash(state.seed, family.name));
    return type === 'uuid' ? uuidOf(number) : `${prefixOf(family)}_${hex(number)}`;
  }

  /** The index that an id would be made of. */
  function indexIn(family: Family, id: string): number | undefined {
    const type = leafOf(family);
    if (type === 'number') return /^\d{1,9}$/.test(id) ? Number(id) - 1 : undefined;
    const digits = (type === 'uuid' ? /^([\da-f]{8})-/ : /_([\da-f]{8})$/).exec(id)?.[1];
    return digits === undefined
      ? undefined
      : (gather(Number.parseInt(digits, 16)) ^ hash(state.seed, family.name)) >>> 0;
  }

  /** Ids that fixtures, mutations and mocks gave, by family. Made again after a change. */
  const given = new Map<string, { readonly version: number; readonly ids: ReadonlyMap<string, number> }>();

  function givenIds(family: Family): ReadonlyMap<string, number> {
    const known = given.get(family.name);
    if (known?.version === state.version) return known.ids;
    const own = stateOf(family);
    const ids = new Map<string, number>();
    if (sizes.hasMockId(family)) {
      for (let index = 0; index < own.size + own.created; index += 1) ids.set(String(idOf(family, index)), index);
    }
    for (const values of [own.fixtures, own.changed]) {
      for (const [index, { id }] of values) if (id !== undefined) ids.set(String(id), index);
    }
    given.set(family.name, { version: state.version, ids });
    return ids;
  }

  function find(type: GraphQLCompositeType, id: unknown): Thing | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const text = String(id);
    for (const family of model.familiesOf(type)) {
      if (family.identity === undefined) continue;
      const index = givenIds(family).get(text) ?? indexIn(family, text);
      if (index !== undefined && isAlive(family, index) && String(idOf(family, index)) === text)
        return thing(family, index, type);
    }
    return undefined;
  }

  return {
    state: stateOf,
    size: (family) => stateOf(family).size,
    isAlive,
    thing,
    all: (type) => {
      const families = model.familiesOf(type);
      return families.length === 0 ? emptySeries : interleaved(families.map((family) => everyOne(family, type)));
    },
    idOf,
    find,
    follow(reference, as) {
      if (!isReference(reference)) return undefined;
      const [name = '', index = ''] = reference.ref.split('#');
      const family = model.families.get(name);
      if (!family || !isAlive(family, Number(index)) || !model.familiesOf(as).includes(family)) return undefined;
      return thing(family, Number(index), as);
    },
  };
}

function leafOf(family: Family): 'number' | 'uuid' | 'text' {
  const name = (family.identity && nameOfLeaf(family.identity.type)) ?? 'ID';
  if (/^(?:\w*Int\w*|Long|Short|Snowflake|Number)$/i.test(name)) return 'number';
  return /uuid|guid/i.test(name) ? 'uuid' : 'text';
}

function nameOfLeaf(type: unknown): string {
  return String(type).replace(/[[\]!]/g, '');
}

function prefixOf(family: Family): string {
  return family.name.toLowerCase();
}
