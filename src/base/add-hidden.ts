/** Adds non-enumerable members: they are not printed, spread or cloned. */
export function addHidden<Target extends object, Hidden extends object>(
  target: Target,
  hidden: Hidden,
): Target & Hidden {
  for (const name of Reflect.ownKeys(hidden))
    Object.defineProperty(target, name, { value: Reflect.get(hidden, name), writable: true, configurable: true });
  return target as Target & Hidden;
}
