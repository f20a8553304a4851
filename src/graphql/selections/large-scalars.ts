import { getNamedType, isScalarType } from 'graphql';
import type { SelectedField } from './read-selection.ts';

/** Names and descriptions that suggest 64 bits. A live schema that is only compared is read without its descriptions. */
const SIXTY_FOUR_BITS = /int64|^long |bigint|\b64.?bits?\b/i;

/**
 * Makes the warning of a scalar that may hold integers which `JSON.parse` changes: given once for each.
 *
 * @param typed - The scalars that have a TypeScript type, so that someone decided on them.
 */
export function largeScalars(typed: Readonly<Record<string, unknown>>) {
  const known = new Set(Object.keys(typed));
  return ({ definition }: Pick<SelectedField, 'definition'>): string | undefined => {
    const scalar = getNamedType(definition.type);
    if (!isScalarType(scalar) || known.has(scalar.name)) return undefined;
    known.add(scalar.name);
    if (!SIXTY_FOUR_BITS.test(`${scalar.name} ${scalar.description ?? ''}`)) return undefined;
    return `${scalar.name} may hold integers beyond 2^53, which change without the client's option \`largeIntegers\`.`;
  };
}
