import type { EmulatedObject } from '../store/emulated-object.ts';

/** Whether an object is in the answer. */
export type Predicate = (object: EmulatedObject) => boolean;

/** A filter as it is read: a predicate, and the names that are not understood. */
export interface Filter {
  readonly test: Predicate;
  readonly unknown: readonly string[];
  /** Whether it leaves out anything at all, for what is understood of it. */
  readonly selects: boolean;
  /** Whether it looks at the object alone, and not at others that belong to it. */
  readonly isOwn: boolean;
}

/** A filter that is understood. */
export function understood(test: Predicate, isOwn = true): Filter {
  return { test, unknown: [], selects: true, isOwn };
}

/** A filter that leaves in everything, since these names are not understood. */
export function notUnderstood(...unknown: readonly string[]): Filter {
  return { test: () => true, unknown, selects: false, isOwn: true };
}

/** All of these filters as one. */
export function every(filters: readonly Filter[]): Filter {
  const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
  return {
    test: (object) => tests.every((test) => test(object)),
    unknown: filters.flatMap(({ unknown }) => unknown),
    selects: tests.length > 0,
    isOwn: filters.every(({ isOwn }) => isOwn),
  };
}

/** The filter in an entry of an input: what is not understood has the name of the entry before it. */
export function inside(key: string, filter: Filter): Filter {
  return { ...filter, unknown: filter.unknown.map((name) => `${key}.${name}`) };
}
