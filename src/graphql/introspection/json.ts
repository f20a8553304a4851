/** A member of a parsed JSON value; `null` counts as absent. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, key) ?? undefined;
}

/** A list in a parsed JSON value; anything else counts as an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
