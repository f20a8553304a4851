import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { mayCut, type ShownInput } from '../base/may-cut.ts';
import { defaultOf } from './default-of.ts';
import type { Field } from './fields.ts';

/** The arguments that leave open whether a list is whole, by the rule of {@link mayCut}. */
export function uncertainArguments({ args }: Field, isChosen?: (name: string) => boolean): readonly GraphQLArgument[] {
  const types = new Map<string, GraphQLInputObjectType>();
  const shown = (input: GraphQLArgument | GraphQLInputField): ShownInput => {
    const named = getNamedType(input.type);
    if (isInputObjectType(named)) types.set(named.name, named);
    return { name: input.name, type: shownType(input.type), defaultValue: JSON.stringify(defaultOf(input)) };
  };
  const fieldsOf = (name: string) => Object.values(types.get(name)?.getFields() ?? {}).map(shown);
  const names = mayCut(args.map(shown), fieldsOf, isChosen);
  return args.filter(({ name }) => names.includes(name));
}

/** A type in the form in which introspection shows it. */
function shownType(type: GraphQLInputType): object {
  if (isNonNullType(type)) return { kind: 'NON_NULL', ofType: shownType(type.ofType) };
  if (isListType(type)) return { kind: 'LIST', ofType: shownType(type.ofType) };
  return { kind: isEnumType(type) ? 'ENUM' : isInputObjectType(type) ? 'INPUT_OBJECT' : 'SCALAR', name: type.name };
}
