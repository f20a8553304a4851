import { entryOf, isRecord } from '../../base/is-record.ts';

/** An argument, in the form in which introspection shows it. */
export interface ShownArgument {
  readonly name: string;
  /** The type, its wrappers around it as `ofType`, as far as it was asked for. */
  readonly type: unknown;
  /** The default as text; null or absent without one. */
  readonly defaultValue?: unknown;
}

/** A field, as the live schema shows it. */
export interface ShownField {
  readonly args: readonly ShownArgument[];
  readonly type: unknown;
}

/** A field in what a type shows; undefined if there is none of the name, or it has another shape. */
export function fieldIn(type: unknown, name: string): ShownField | undefined {
  const fields = entryOf(type, 'fields');
  const field: unknown = Array.isArray(fields) ? fields.find((it) => entryOf(it, 'name') === name) : undefined;
  const args = entryOf(field, 'args');
  if (!Array.isArray(args) || !args.every(isShownArgument)) return undefined;
  return { args, type: entryOf(field, 'type') };
}

function isShownArgument(value: unknown): value is ShownArgument {
  return isRecord(value) && typeof value['name'] === 'string' && typeof entryOf(value, 'type', 'kind') === 'string';
}

/** A type without the `!` around it. */
export function withoutBang(type: unknown): unknown {
  return entryOf(type, 'kind') === 'NON_NULL' ? entryOf(type, 'ofType') : type;
}

/** A type without the lists and `!` around it; undefined where it can't be seen. */
export function typeInside(type: unknown): unknown {
  let inside = type;
  while (['NON_NULL', 'LIST'].includes(String(entryOf(inside, 'kind')))) inside = entryOf(inside, 'ofType');
  return inside;
}

/** Whether what is inside of an argument's type is not shown. */
export function isUnseen({ type }: ShownArgument): boolean {
  return typeof entryOf(typeInside(type), 'name') !== 'string';
}
