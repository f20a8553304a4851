/** A default value as text, independent of the order of its fields; undefined without a default. */
export function defaultText({ defaultValue }: { readonly defaultValue?: unknown }): string | undefined {
  return defaultValue === undefined ? undefined : JSON.stringify(sorted(defaultValue));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, sorted(it)]),
  );
}
