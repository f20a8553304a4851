import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { WorldChange, WorldSnapshot } from '../model/world-options.ts';
import { byAge, isId } from './emulated-object.ts';
import type { Store } from './store.ts';
import type { WorldParts } from './world-parts.ts';

/** The changes so far, as a copy that is JSON. */
export function snapshotOf({ seed, clock, families, history }: Store): WorldSnapshot {
  const changes = [...new Set(history)].sort(byAge).map(({ family, index, name: object, id, isAlive, values }) => ({
    object,
    ...(index >= (families.get(family)?.size ?? 0) && { created: id }),
    ...(!isAlive && { deleted: true }),
    values,
  }));
  return structuredClone({ version: 6, seed, clock, changes });
}

/** Makes the changes of a snapshot, in a store without changes. */
export function applySnapshot({ store, population }: WorldParts, { changes, clock }: WorldSnapshot): void {
  store.transaction(() => {
    for (const { object: name, created, values, deleted } of changes) {
      const [family = ''] = name.split('#');
      const object =
        created === undefined ? population.objectNamed(name) : store.add(population.family(family), created);
      if (object === undefined) continue;
      for (const [key, value] of Object.entries(values)) store.put(object, key, value);
      if (deleted) store.remove(object);
    }
  });
  store.clock = clock;
}

/** Checks that something is a snapshot. @throws {ControlApiError} if it is not. */
export function checkedSnapshot(snapshot: unknown): WorldSnapshot {
  if (isSnapshot(snapshot)) return structuredClone(snapshot);
  throw new ControlApiError(
    'configuration',
    'The snapshot cannot be restored: it is not what `snapshot()` of an emulator of this version returned.',
  );
}

function isSnapshot(value: unknown): value is WorldSnapshot {
  if (!isRecord(value) || value['version'] !== 6 || !isId(value['seed'])) return false;
  const { clock, changes } = value;
  return Number.isInteger(clock) && Number(clock) >= 0 && Array.isArray(changes) && changes.every(isChange);
}

function isChange(value: unknown): value is WorldChange {
  if (!isRecord(value) || !isRecord(value['values'])) return false;
  const { object, created } = value;
  return typeof object === 'string' && /^\w+#\d{1,9}$/.test(object) && (created === undefined || isId(created));
}
