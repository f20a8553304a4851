/** Whether a value is an object with entries by name: no array, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own entry of an object, or one further down, key by key; undefined where there is none, or no object. */
export function entryOf(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((it, key) => (isRecord(it) && Object.hasOwn(it, key) ? it[key] : undefined), value);
}

/** The items of a list; any other value counts as an empty one. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
