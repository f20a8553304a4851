import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { asConnection, uncertainArguments } from '../graphql/connection.ts';
import { type Field, isDeprecated, isListField } from '../graphql/fields.ts';

const forward = ['first', 'after'];

/** The arguments of a requested field. Of a connection that pages in both directions, only those that page forward. */
export function askedArguments(field: Field, isConnection: boolean, inList: boolean): readonly GraphQLArgument[] {
  const pagesForward = forward.every((name) => field.args.some((argument) => argument.name === name));
  const unused = [
    ...(isConnection && pagesForward ? ['last', 'before'] : []),
    // One cursor cannot page through a connection of each item.
    ...(isConnection && inList ? ['after', 'before'] : []),
  ];
  return usedArguments(field, ({ name }) => !unused.includes(name));
}

/** The arguments of a nested field: required ones, and those that page a connection forward. */
export function nestedArguments(field: Field, isConnection: boolean): readonly GraphQLArgument[] {
  return usedArguments(field, ({ name }) => isConnection && forward.includes(name));
}

/** Required arguments come first, paging arguments last. */
function usedArguments({ args }: Field, isWanted: (argument: GraphQLArgument) => boolean): readonly GraphQLArgument[] {
  const rank = (argument: GraphQLArgument) =>
    isRequiredArgument(argument) ? 0 : 1 + (forward.indexOf(argument.name) + 1);
  return args
    .filter((argument) => isRequiredArgument(argument) || (!isDeprecated(argument) && isWanted(argument)))
    .sort((a, b) => rank(a) - rank(b));
}

/** Whether a nested list may be cut off by an argument that it does not get. */
export function mayBeCut(field: Field): boolean {
  const connection = asConnection(field.type);
  if (connection === undefined && !isListField(field)) return false;
  const passed = nestedArguments(field, connection !== undefined).map(({ name }) => name);
  return uncertainArguments(field, connection?.pageInfo !== undefined, (name) => passed.includes(name)).length > 0;
}
