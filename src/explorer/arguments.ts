import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { type Field, isDeprecated } from '../graphql/fields.ts';

const paging = ['first', 'after'];

/** The arguments of a requested field. For a connection that pages in both directions, only those that page forwards. */
export function askedArguments(field: Field, isConnection: boolean, inList: boolean): readonly GraphQLArgument[] {
  const names = new Set(field.args.map((argument) => argument.name));
  const unused = new Set<string>();
  if (isConnection && names.has('first') && names.has('after')) for (const name of ['last', 'before']) unused.add(name);
  // One cursor for many lists would request the page of one list from all of them.
  if (isConnection && inList) for (const name of ['after', 'before']) unused.add(name);
  return ordered(
    field.args.filter(
      (argument) => isRequiredArgument(argument) || (!isDeprecated(argument) && !unused.has(argument.name)),
    ),
  );
}

/** The arguments of a nested field: the required ones, and for a connection those that page forwards. */
export function nestedArguments(field: Field, isConnection: boolean): readonly GraphQLArgument[] {
  return ordered(
    field.args.filter(
      (argument) =>
        isRequiredArgument(argument) || (isConnection && !isDeprecated(argument) && paging.includes(argument.name)),
    ),
  );
}

/** Required arguments first, paging arguments last. */
function ordered(args: readonly GraphQLArgument[]): readonly GraphQLArgument[] {
  const rank = (argument: GraphQLArgument) =>
    isRequiredArgument(argument) ? 0 : 1 + (paging.indexOf(argument.name) + 1);
  return args.toSorted((a, b) => rank(a) - rank(b));
}
