import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { type Field, isDeprecated } from '../graphql/fields.ts';

const paging = ['first', 'after'];

/** All arguments of the field that was asked for. Of a connection that pages both ways, those that page forwards. */
export function askedArguments(field: Field, isConnection: boolean, inList: boolean): readonly GraphQLArgument[] {
  const names = new Set(field.args.map((argument) => argument.name));
  const unused = new Set<string>();
  if (isConnection && names.has('first') && names.has('after')) for (const name of ['last', 'before']) unused.add(name);
  // One cursor for many lists would ask each of them for the page of one.
  if (isConnection && inList) for (const name of ['after', 'before']) unused.add(name);
  return ordered(
    field.args.filter(
      (argument) => isRequiredArgument(argument) || (!isDeprecated(argument) && !unused.has(argument.name)),
    ),
  );
}

/** What a field needs that came along: what it can't do without, and of a connection what turns its pages. */
export function nestedArguments(field: Field, isConnection: boolean): readonly GraphQLArgument[] {
  return ordered(
    field.args.filter(
      (argument) =>
        isRequiredArgument(argument) || (isConnection && !isDeprecated(argument) && paging.includes(argument.name)),
    ),
  );
}

/** What must be given first, how to page last. */
function ordered(args: readonly GraphQLArgument[]): readonly GraphQLArgument[] {
  const rank = (argument: GraphQLArgument) =>
    isRequiredArgument(argument) ? 0 : 1 + (paging.indexOf(argument.name) + 1);
  return args.toSorted((a, b) => rank(a) - rank(b));
}
