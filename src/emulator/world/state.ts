import { isRecord } from '../../base/is-record.ts';
import { ConfigurationError } from '../../index.ts';
import type { TypeSnapshot, WorldSnapshot } from './world-options.ts';

/** Values by the key of their slot, as JSON: objects are named by {@link Reference}. */
export type Values = Readonly<Record<string, unknown>>;

/** The name of an object in values that are kept: `Device#5`. */
export interface Reference {
  readonly ref: string;
}

/** The objects of one family: those at first, those created, and what changed. */
export interface FamilyState {
  /** How many there were at first; of a snapshot from another emulator, how many it had. */
  size: number;
  readonly own: number;
  created: number;
  readonly deleted: Set<number>;
  readonly changed: Map<number, Record<string, unknown>>;
  /** The values of fixtures, which a reset keeps. */
  readonly fixtures: Map<number, Values>;
}

/** What is known of the objects beyond the seed. */
export interface State {
  /** The seed; of a snapshot from another emulator, its seed. */
  seed: string | number;
  readonly ownSeed: string | number;
  /** How many changes there were: the world's clock, and the version of everything derived. */
  clock: number;
  /** Raised by everything that alters an answer. */
  version: number;
  readonly families: Map<string, FamilyState>;
  /** Pairs of objects that were linked (true) or parted (false) after the start, by relation. */
  readonly links: Map<string, Map<string, boolean>>;
  /** The relations that fixtures decide, with their pairs: a reset brings them back. */
  readonly fixtures: { readonly relations: Map<string, Map<string, boolean>> };
}

/** A state without changes. */
export function createState(seed: string | number): State {
  return {
    seed,
    ownSeed: seed,
    clock: 0,
    version: 0,
    families: new Map(),
    links: new Map(),
    fixtures: { relations: new Map() },
  };
}

/** A family of `size` objects without changes. */
export function createFamilyState(size: number): FamilyState {
  return { size, own: size, created: 0, deleted: new Set(), changed: new Map(), fixtures: new Map() };
}

/** A value that was set; undefined if it never was. */
export function kept(state: FamilyState, index: number, key: string): unknown {
  const value = state.changed.get(index)?.[key];
  return value === undefined ? state.fixtures.get(index)?.[key] : value;
}

/** Sets a value. */
export function keep(state: FamilyState, index: number, key: string, value: unknown): void {
  const values = state.changed.get(index);
  if (values) values[key] = value;
  else state.changed.set(index, { [key]: value });
}

/** Whether a kept value names an object. */
export function isReference(value: unknown): value is Reference {
  return isRecord(value) && typeof value['ref'] === 'string' && Object.keys(value).length === 1;
}

/** Undoes every change. */
export function resetState(state: State): void {
  for (const family of state.families.values()) {
    family.size = family.own;
    family.created = 0;
    family.deleted.clear();
    family.changed.clear();
  }
  state.links.clear();
  for (const [relation, pairs] of state.fixtures.relations) state.links.set(relation, new Map(pairs));
  state.seed = state.ownSeed;
  state.clock = 0;
  state.version += 1;
}

/** The changes so far, as a copy that is JSON. */
export function snapshotOf(state: State): WorldSnapshot {
  const types: Record<string, TypeSnapshot> = {};
  for (const [name, { size, created, deleted, changed }] of [...state.families].sort(([one], [other]) =>
    order(one, other),
  )) {
    if (created === 0 && deleted.size === 0 && changed.size === 0) continue;
    types[name] = {
      size,
      created,
      deleted: [...deleted].sort((one, other) => one - other),
      changed: Object.fromEntries(changed),
    };
  }
  const links = Object.fromEntries([...state.links].map(([relation, pairs]) => [relation, Object.fromEntries(pairs)]));
  return structuredClone({ version: 1, seed: state.seed, clock: state.clock, types, links });
}

/** Brings back a snapshot. Checks it whole before anything changes. */
export function restoreState(state: State, given: unknown): void {
  const snapshot = readSnapshot(given);
  resetState(state);
  state.seed = snapshot.seed;
  state.clock = snapshot.clock;
  for (const [name, type] of Object.entries(structuredClone(snapshot.types))) {
    const family = state.families.get(name) ?? createFamilyState(type.size);
    family.size = type.size;
    family.created = type.created;
    for (const index of type.deleted) family.deleted.add(index);
    for (const [index, values] of Object.entries(type.changed)) family.changed.set(Number(index), { ...values });
    state.families.set(name, family);
  }
  for (const [relation, pairs] of Object.entries(snapshot.links))
    state.links.set(relation, new Map(Object.entries(pairs)));
}

function readSnapshot(given: unknown): WorldSnapshot {
  if (isSnapshot(given)) return given;
  throw new ConfigurationError(
    'The snapshot cannot be restored: it is not what `snapshot()` of an emulator of this version returned.',
  );
}

function isSnapshot(given: unknown): given is WorldSnapshot {
  return (
    isRecord(given) &&
    given['version'] === 1 &&
    (typeof given['seed'] === 'string' || typeof given['seed'] === 'number') &&
    isWhole(given['clock']) &&
    isRecord(given['types']) &&
    Object.values(given['types']).every(isTypeSnapshot) &&
    isRecord(given['links']) &&
    Object.values(given['links']).every(
      (pairs) => isRecord(pairs) && Object.values(pairs).every((linked) => typeof linked === 'boolean'),
    )
  );
}

function isTypeSnapshot(given: unknown): given is TypeSnapshot {
  return (
    isRecord(given) &&
    isWhole(given['size']) &&
    isWhole(given['created']) &&
    Array.isArray(given['deleted']) &&
    given['deleted'].every(isWhole) &&
    isRecord(given['changed']) &&
    Object.entries(given['changed']).every(([index, values]) => /^\d{1,9}$/.test(index) && isRecord(values))
  );
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function order(one: string, other: string): number {
  return one < other ? -1 : 1;
}
