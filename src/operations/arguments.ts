import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { type Field, isDeprecated } from '../graphql/fields.ts';

const paging = ['first', 'after'];

/** The arguments that choose a page of a connection. */
export const pagingArguments: readonly string[] = [...paging, 'last', 'before'];

/** The arguments of a requested field. For a connection that pages in both directions, only those that page forwards. */
export function askedArguments(field: Field, isConnection: boolean, inList: boolean): readonly GraphQLArgument[] {
  const pagesForward = paging.every((name) => field.args.some((argument) => argument.name === name));
  const unused = [
    ...(isConnection && pagesForward ? ['last', 'before'] : []),
    // One cursor for many lists would request the page of one list from all of them.
    ...(isConnection && inList ? ['after', 'before'] : []),
  ];
  return usedArguments(field, ({ name }) => !unused.includes(name));
}

/** The arguments of a nested field: the required ones, and for a connection those that page forwards. */
export function nestedArguments(field: Field, isConnection: boolean): readonly GraphQLArgument[] {
  return usedArguments(field, ({ name }) => isConnection && paging.includes(name));
}

/** Required arguments first, then those that are wanted, with paging arguments last. */
function usedArguments({ args }: Field, isWanted: (argument: GraphQLArgument) => boolean): readonly GraphQLArgument[] {
  const rank = (argument: GraphQLArgument) =>
    isRequiredArgument(argument) ? 0 : 1 + (paging.indexOf(argument.name) + 1);
  return args
    .filter((argument) => isRequiredArgument(argument) || (!isDeprecated(argument) && isWanted(argument)))
    .sort((a, b) => rank(a) - rank(b));
}
