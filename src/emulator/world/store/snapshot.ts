import { isRecord } from '../../../base/is-record.ts';
import { ConfigurationError } from '../../../index.ts';
import type { WorldChange, WorldSnapshot } from '../model/world-options.ts';
import { isId, isStored, nameOf, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import type { Store } from './store.ts';

/** The changes so far, as a copy that is JSON. */
export function snapshotOf({ seed, clock, families }: Store): WorldSnapshot {
  const changed = [...families.values()]
    .map((family) => ({ ...family, objects: family.objects.filter(isChanged) }))
    .filter(({ objects }) => objects.length > 0)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return structuredClone({
    ...{ version: 4, seed, clock },
    sizes: Object.fromEntries(changed.map(({ name, size }) => [name, size])),
    changes: changed.flatMap(({ size, objects }) => objects.map((object) => changeOf(object, size))),
  });
}

function isChanged({ changed = {}, isAlive }: StoredObject): boolean {
  return !isAlive || Object.keys(changed).length > 0;
}

function changeOf(object: StoredObject, size: number): WorldChange {
  const entries = Object.entries(object.changed ?? {});
  const isReference = ([, value]: readonly [string, unknown]): boolean =>
    isStored(value) || (Array.isArray(value) && value.some(isStored));
  const named = entries.filter(isReference).map(([key, value]) => {
    const names = [value].flat().filter(isStored).map(nameOf);
    return [key, Array.isArray(value) ? names : (names[0] ?? '')] as const;
  });
  return {
    object: nameOf(object),
    ...(object.index >= size && { created: object.id }),
    ...(!object.isAlive && { deleted: true }),
    values: Object.fromEntries(entries.filter((entry) => !isReference(entry))),
    refs: Object.fromEntries(named),
  };
}

/** Checks that something is a snapshot. @throws {ConfigurationError} if it is not. */
export function checkedSnapshot(snapshot: unknown): WorldSnapshot {
  if (isSnapshot(snapshot)) return structuredClone(snapshot);
  throw new ConfigurationError(
    'The snapshot cannot be restored: it is not what `snapshot()` of an emulator of this version returned.',
  );
}

/** Makes the changes of a snapshot, in a store without changes. */
export function applySnapshot(store: Store, population: Population, { changes, clock }: WorldSnapshot): void {
  store.transaction(() => {
    for (const { object, created } of changes)
      if (created !== undefined) store.add(population.family({ name: object.split('#')[0] ?? '' }), created);
    for (const { object: name, values, refs, deleted } of changes) {
      const object = population.objectNamed(name);
      if (object === undefined) continue;
      for (const [key, value] of Object.entries(values)) store.put(object, key, value);
      for (const [key, to] of Object.entries(refs)) {
        const objects = [to].flat().flatMap((each) => population.objectNamed(each) ?? []);
        store.put(object, key, Array.isArray(to) ? objects : (objects[0] ?? null));
      }
      if (deleted) store.remove(object);
    }
  });
  store.clock = clock;
}

function isSnapshot(value: unknown): value is WorldSnapshot {
  return (
    isRecord(value) &&
    value['version'] === 4 &&
    isId(value['seed']) &&
    isWhole(value['clock']) &&
    isRecord(value['sizes']) &&
    Object.values(value['sizes']).every(isWhole) &&
    Array.isArray(value['changes']) &&
    value['changes'].every(isChange)
  );
}

function isChange(value: unknown): value is WorldChange {
  if (!isRecord(value) || !isRecord(value['refs']) || !isRecord(value['values'])) return false;
  const names = [value['object'], ...Object.values(value['refs']).flat()];
  return names.every(isName) && (value['created'] === undefined || isId(value['created']));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\w+#\d{1,9}$/.test(value);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
