import { isRecord } from '../../../base/is-record.ts';
import { ConfigurationError } from '../../../index.ts';
import type { WorldChange, WorldSnapshot } from '../model/world-options.ts';
import type { Population } from './population.ts';
import { nameOfChange, type Store } from './store.ts';

/** The changes so far, as a copy that is JSON. */
export function snapshotOf({ seed, clock, changes, families }: Store): WorldSnapshot {
  const named = new Set([...changes.values()].map(({ object }) => object.split('#')[0]));
  const changed = [...families.values()].filter(({ name }) => named.has(name));
  const sizes = Object.fromEntries(changed.map(({ name, size }) => [name, size]));
  return structuredClone({ version: 3, seed, clock, sizes, changes: [...changes.values()] });
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
    for (const change of changes) {
      const { key, value, ref, relation, created } = change;
      const object = population.objectNamed(change.object);
      if (created !== undefined) store.add(population.family({ name: change.object.split('#')[0] ?? '' }), created);
      // The pairs of a relation are drawn when they are needed, and changed then.
      else if (relation !== undefined) store.changes.set(nameOfChange(change), change);
      else if (object && key === undefined) store.remove(object);
      else if (object && key !== undefined)
        store.put(object, key, ref === undefined ? value : (population.objectNamed(ref) ?? null), undefined);
    }
  });
  store.forgetDerived();
  store.clock = clock;
}

function isSnapshot(value: unknown): value is WorldSnapshot {
  return (
    isRecord(value) &&
    value['version'] === 3 &&
    isId(value['seed']) &&
    isWhole(value['clock']) &&
    isRecord(value['sizes']) &&
    Object.values(value['sizes']).every(isWhole) &&
    Array.isArray(value['changes']) &&
    value['changes'].every(isChange)
  );
}

function isChange(value: unknown): value is WorldChange {
  if (!isRecord(value) || !isName(value['object'])) return false;
  const { key, ref, relation, created, joined, deleted } = value;
  if (created !== undefined) return isId(created);
  if (relation !== undefined) return typeof relation === 'string' && isName(ref) && typeof joined === 'boolean';
  return key === undefined ? deleted === true : typeof key === 'string' && (ref === undefined || isName(ref));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\w+#\d{1,9}$/.test(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
