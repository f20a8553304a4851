/** A member of a parsed JSON value; `null` counts as absent. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, key) ?? undefined;
}

/** A list in a parsed JSON value; any other value counts as an empty list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
