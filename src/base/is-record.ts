export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own, possibly nested member of an object; undefined if there is none. */
export function entryOf(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((it, key) => (isRecord(it) && Object.hasOwn(it, key) ? it[key] : undefined), value);
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
