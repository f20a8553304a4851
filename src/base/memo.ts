export function memo<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = made.get(key);
    if (entry === undefined) {
      entry = { value: make(key) };
      made.set(key, entry);
    }
    return entry.value;
  };
}
