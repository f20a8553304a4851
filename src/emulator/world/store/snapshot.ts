import { isRecord } from '../../../base/is-record.ts';
import { ConfigurationError } from '../../../index.ts';
import type { TypeSnapshot, WorldSnapshot } from '../model/world-options.ts';
import { nameOf, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { isStored, type Store } from './store.ts';

/** The changes so far, as a copy that is JSON. */
export function snapshotOf(store: Store): WorldSnapshot {
  const types: Record<string, TypeSnapshot> = {};
  const families = [...store.families.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, size, objects } of families) {
    const changed = objects.filter((object) => object.changed && Object.keys(object.changed).length > 0);
    const deleted = objects.filter(({ isAlive }) => !isAlive);
    if (objects.length === size && changed.length + deleted.length === 0) continue;
    types[name] = {
      size,
      created: objects.length - size,
      deleted: deleted.map(({ index }) => index),
      changed: Object.fromEntries(changed.map((object) => [object.index, written(object)])),
    };
  }
  const links = Object.fromEntries(
    [...store.changedPairs].map(([relation, pairs]) => [relation, Object.fromEntries(pairs)]),
  );
  return structuredClone({ version: 2, seed: store.seed, clock: store.clock, types, links });
}

/** The changed values of an object as JSON; a reference is the name of its object. */
function written({ changed = {} }: StoredObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changed).map(([key, value]) => [key, isStored(value) ? { ref: nameOf(value) } : value]),
  );
}

/** Checks that something is a snapshot. @throws {ConfigurationError} if it is not. */
export function checkedSnapshot(given: unknown): WorldSnapshot {
  if (isSnapshot(given)) return structuredClone(given);
  throw new ConfigurationError(
    'The snapshot cannot be restored: it is not what `snapshot()` of an emulator of this version returned.',
  );
}

/** Makes the changes of a snapshot, in a store without changes. */
export function applySnapshot(store: Store, population: Population, { types, links, clock }: WorldSnapshot): void {
  const families = Object.entries(types).map(([name, type]) => [population.family({ name }), type] as const);
  store.transaction(() => {
    for (const [family, { size, created, changed }] of families) {
      for (let index = size; index < size + created; index += 1) {
        const id = changed[String(index)]?.['id'];
        store.add(family, typeof id === 'string' || typeof id === 'number' ? id : index);
      }
    }
  });
  for (const [family, { changed, deleted }] of families) {
    for (const [index, values] of Object.entries(changed)) {
      const object = family.objects[Number(index)];
      if (object) object.changed = restored(population, values);
    }
    for (const index of deleted) {
      const object = family.objects[index];
      if (object) object.isAlive = false;
    }
  }
  for (const [relation, pairs] of Object.entries(links))
    store.changedPairs.set(relation, new Map(Object.entries(pairs)));
  store.forgetDerived();
  store.clock = clock;
}

function restored(population: Population, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = (ref: string): StoredObject | null => {
    const [name = '', index] = ref.split('#');
    return population.family({ name }).objects[Number(index)] ?? null;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isReference = isRecord(value) && typeof value['ref'] === 'string' && Object.keys(value).length === 1;
      return [key, isReference ? named(String(value['ref'])) : value];
    }),
  );
}

function isSnapshot(given: unknown): given is WorldSnapshot {
  return (
    isRecord(given) &&
    given['version'] === 2 &&
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
