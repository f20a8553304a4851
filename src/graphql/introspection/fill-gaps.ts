import { list, member } from './json.ts';

/** The parts that describe a type of a kind, without which it is unknown. */
const partsOfKind: Readonly<Record<string, readonly string[]>> = {
  OBJECT: ['fields', 'interfaces'],
  INTERFACE: ['fields', 'possibleTypes'],
  UNION: ['possibleTypes'],
  ENUM: ['enumValues'],
  INPUT_OBJECT: ['inputFields'],
};

/** The parts of types of any kind. */
export const typeParts: readonly string[] = [...new Set(Object.values(partsOfKind).flat())];

/** The parts of a type without which it is unknown. */
export function partsOf(type: unknown): readonly string[] {
  return partsOfKind[String(member(type, 'kind'))] ?? [];
}

const standIn = { kind: 'SCALAR', name: 'Boolean' };

/**
 * Fills the gaps of types and directives as a server showed them, so that a schema can be built of them. The coordinate of what is
 * missing is added to `unseen`.
 */
export function fillGaps(
  types: readonly unknown[],
  directives: readonly unknown[],
  unseen: Set<string>,
): { readonly types: readonly unknown[]; readonly directives: readonly unknown[] } {
  const known = new Set(types.map((type) => member(type, 'name')));
  // A query of little depth may end at a list or a non-null.
  const isWhole = (reference: unknown): boolean => {
    const inner = member(reference, 'ofType');
    return inner === undefined ? known.has(member(reference, 'name')) : isWhole(inner);
  };
  const typed = (element: unknown, coordinate: string): object => {
    if (isWhole(member(element, 'type'))) return Object(element);
    unseen.add(coordinate);
    return { ...Object(element), type: standIn, defaultValue: null };
  };
  const withArguments = (element: unknown, coordinate: string): object => {
    const args = member(element, 'args');
    if (!Array.isArray(args)) unseen.add(coordinate);
    return { ...Object(element), args: list(args).map((argument) => typed(argument, coordinate)) };
  };
  const complete = (type: unknown): object => {
    const name = String(member(type, 'name'));
    const missing = partsOf(type).filter((part) => !Array.isArray(member(type, part)));
    if (missing.length > 0) unseen.add(name);
    return {
      // The oldest interfaces implement none: graphql-js takes null for that, and no gap.
      interfaces: null,
      ...Object(type),
      ...Object.fromEntries(missing.map((part) => [part, []])),
      fields: list(member(type, 'fields')).map((field) => {
        const coordinate = `${name}.${member(field, 'name')}`;
        return typed(withArguments(field, coordinate), coordinate);
      }),
      inputFields: list(member(type, 'inputFields')).map((it) => typed(it, `${name}.${member(it, 'name')}`)),
    };
  };
  return {
    types: types.map(complete),
    directives: directives.map((it) => withArguments(it, `@${member(it, 'name')}`)),
  };
}
