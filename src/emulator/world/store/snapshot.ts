import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
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
    ...{ version: 5, seed, clock },
    sizes: Object.fromEntries(changed.map(({ name, size }) => [name, size])),
    changes: changed.flatMap(({ size, objects }) =>
      objects.map((object) => ({
        object: nameOf(object),
        ...(object.index >= size && { created: object.id }),
        ...(!object.isAlive && { deleted: true }),
        values: Object.fromEntries(Object.entries(object.changed ?? {}).map(([key, value]) => [key, asJson(value)])),
      })),
    ),
  });
}

function isChanged({ changed = {}, isAlive }: StoredObject): boolean {
  return !isAlive || Object.keys(changed).length > 0;
}

/** A value with the names of objects in their places. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  return isStored(value) ? { $object: nameOf(value) } : value;
}

function fromJson(population: Population, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => fromJson(population, each));
  const name = isRecord(value) ? value['$object'] : undefined;
  return isName(name) ? population.objectNamed(name) : value;
}

/** Checks that something is a snapshot. @throws {ControlApiError} if it is not. */
export function checkedSnapshot(snapshot: unknown): WorldSnapshot {
  if (isSnapshot(snapshot)) return structuredClone(snapshot);
  throw new ControlApiError(
    'configuration',
    'The snapshot cannot be restored: it is not what `snapshot()` of an emulator of this version returned.',
  );
}

/** Makes the changes of a snapshot, in a store without changes. */
export function applySnapshot(store: Store, population: Population, { changes, clock }: WorldSnapshot): void {
  store.transaction(() => {
    for (const { object, created } of changes)
      if (created !== undefined) store.add(population.family({ name: object.split('#')[0] ?? '' }), created);
    for (const { object: name, values, deleted } of changes) {
      const object = population.objectNamed(name);
      if (object === undefined) continue;
      for (const [key, value] of Object.entries(values)) store.put(object, key, fromJson(population, value));
      if (deleted) store.remove(object);
    }
  });
  store.clock = clock;
}

function isSnapshot(value: unknown): value is WorldSnapshot {
  return (
    isRecord(value) &&
    value['version'] === 5 &&
    isId(value['seed']) &&
    isWhole(value['clock']) &&
    isRecord(value['sizes']) &&
    Object.values(value['sizes']).every(isWhole) &&
    Array.isArray(value['changes']) &&
    value['changes'].every(isChange)
  );
}

function isChange(value: unknown): value is WorldChange {
  if (!isRecord(value) || !isRecord(value['values']) || !isName(value['object'])) return false;
  return value['created'] === undefined || isId(value['created']);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\w+#\d{1,9}$/.test(value);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
