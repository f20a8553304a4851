import { type GraphQLEnumValue, type GraphQLLeafType, isEnumType } from 'graphql';
import { isDeprecated } from '../../../graphql/fields.ts';
import { hash, hex } from './chance.ts';
import { customValue } from './custom-scalars.ts';
import type { LeafSource } from './leaf-source.ts';
import { decimalFor, wholeNumberFor } from './numbers.ts';
import { textFor } from './texts.ts';

/** A value of a scalar or enum type. The values of custom scalars are guessed from the name of the scalar. */
export function leafValue(type: GraphQLLeafType, source: LeafSource): unknown {
  const { number, field } = source;
  if (isEnumType(type)) return enumValue(type.getValues(), number);
  switch (type.name) {
    case 'Int':
      return Math.floor(wholeNumberFor(field, number));
    case 'Float':
      return decimalFor(field, number);
    case 'Boolean':
      return number % 2 === 1;
    case 'ID':
      return `${field}_${hex(number)}`;
    case 'String':
      return textFor(source);
    default:
      return customValue(type.name, source);
  }
}

/**
 * Draws a value so that neither the order of the others nor a new one matters: each value has a weight of its own, and the
 * heaviest wins.
 */
function enumValue(values: readonly GraphQLEnumValue[], number: number): unknown {
  const current = values.filter((value) => !isDeprecated(value));
  let best: GraphQLEnumValue | undefined;
  let most = -1;
  for (const value of current.length > 0 ? current : values) {
    const weight = hash(number, value.name);
    if (weight > most || (weight === most && best && value.name < best.name)) [best, most] = [value, weight];
  }
  return best?.value;
}
