import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { WorldChange, WorldSnapshot } from '../model/world-options.ts';
import { byAge, isId } from './emulated-object.ts';
import type { Population } from './population.ts';
import type { Store } from './store.ts';

/** The changes so far, as a copy that is JSON. */
export function snapshotOf({ seed, clock, families, changed }: Store): WorldSnapshot {
  const changes = [...changed]
    .sort(([one], [other]) => (one.family === other.family ? byAge(one, other) : one.family < other.family ? -1 : 1))
    .map(([{ name: object, id, isAlive, values }, was]) => ({
      object,
      ...(was === undefined && { created: id }),
      ...(!isAlive && { deleted: true }),
      values: Object.fromEntries(Object.entries(values).filter(([key, value]) => was?.values[key] !== value)),
    }))
    .filter(({ created, deleted, values }) => created !== undefined || deleted || Object.keys(values).length > 0);
  const sizes = Object.fromEntries(
    changes.map(({ object }) => [familyIn(object), families.get(familyIn(object))?.size ?? 0]),
  );
  return structuredClone({ version: 5, seed, clock, sizes, changes });
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
      if (created !== undefined) store.add(population.family(familyIn(object)), created);
    for (const { object: name, values, deleted } of changes) {
      const object = population.objectNamed(name);
      if (object === undefined) continue;
      for (const [key, value] of Object.entries(values)) store.put(object, key, value);
      if (deleted) store.remove(object);
    }
  });
  store.clock = clock;
}

function familyIn(object: string): string {
  return object.split('#')[0] ?? '';
}

const isWhole = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

function isSnapshot(value: unknown): value is WorldSnapshot {
  if (!isRecord(value) || value['version'] !== 5 || !isId(value['seed']) || !isWhole(value['clock'])) return false;
  const { sizes, changes } = value;
  return isRecord(sizes) && Object.values(sizes).every(isWhole) && Array.isArray(changes) && changes.every(isChange);
}

function isChange(value: unknown): value is WorldChange {
  if (!isRecord(value) || !isRecord(value['values'])) return false;
  const { object, created } = value;
  return typeof object === 'string' && /^\w+#\d{1,9}$/.test(object) && (created === undefined || isId(created));
}
