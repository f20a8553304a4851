import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { uncertainNames } from '../paging/proof/uncertain-arguments.ts';
import { defaultOf } from './default-of.ts';
import type { Field } from './fields.ts';

/** The arguments that leave open whether a list is whole, by the rule of {@link uncertainNames}. */
export function uncertainArguments(
  { args }: Field,
  isPaged: boolean,
  isGiven?: (name: string) => boolean,
): readonly GraphQLArgument[] {
  const shown = args.map((arg) => ({
    name: arg.name,
    type: shownType(arg.type),
    defaultValue: JSON.stringify(defaultOf(arg)),
  }));
  const names = uncertainNames(shown, isPaged, isGiven);
  return args.filter(({ name }) => names.includes(name));
}

/** A type in the form in which introspection shows it. */
function shownType(type: GraphQLInputType): object {
  if (isNonNullType(type)) return { kind: 'NON_NULL', ofType: shownType(type.ofType) };
  if (isListType(type)) return { kind: 'LIST', ofType: shownType(type.ofType) };
  return { kind: isEnumType(type) ? 'ENUM' : isInputObjectType(type) ? 'INPUT_OBJECT' : 'SCALAR', name: type.name };
}
