import { isRecord } from './is-record.ts';

/** An own entry of an object, or one further down, key by key; undefined where there is none, or no object. */
export function entryOf(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((it, key) => (isRecord(it) && Object.hasOwn(it, key) ? it[key] : undefined), value);
}
