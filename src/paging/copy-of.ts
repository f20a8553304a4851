/**
 * A copy of what was given, so that its owner may go on and change it: plain objects, arrays and dates at any depth. What
 * else there is (a class of the caller's) stays what it is, as only its owner knows how to copy it.
 */
export function copyOf<T>(value: T): T;
export function copyOf(value: unknown): unknown {
  const copies = new Map<unknown, unknown>();
  const copy = (it: unknown): unknown => {
    if (typeof it !== 'object' || it === null) return it;
    const known = copies.get(it);
    if (known !== undefined) return known;
    if (it instanceof Date) return new Date(it);
    const kind: object | null = Object.getPrototypeOf(it);
    if (!Array.isArray(it) && kind !== Object.prototype && kind !== null) return it;
    // Without a prototype, so that an entry called `__proto__` is one like the others.
    const made: unknown[] | Record<string, unknown> = Array.isArray(it) ? [] : Object.create(null);
    copies.set(it, made);
    for (const [key, entry] of Object.entries(it)) Reflect.set(made, key, copy(entry));
    return made;
  };
  return copy(value);
}
