import { type GraphQLArgument, getNamedType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { idName } from '../model/names.ts';

/** The words of what an input is the id of: `deviceId`, or `device: ID`; none for `id` alone. Undefined for what is no id. */
export function idWords({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): readonly string[] | undefined {
  return idName(name)?.words ?? (getNamedType(type).name === 'ID' ? wordsOf(name) : undefined);
}
