import type { ArgumentNode, ASTNode, Source } from 'graphql';
import type { GraphQLFormattedError } from '../../index.ts';
import type { FieldUse, FragmentUse, Shape } from './read-shape.ts';

/** Where in an operation an error is. */
export interface ErrorPlace {
  readonly field?: FieldUse | undefined;
  readonly argument?: ArgumentNode | undefined;
  readonly fragment?: FragmentUse | undefined;
}

/** Where in an operation an error is: by its location, or by the last name of its path that the operation has. */
export function placeOfError(error: GraphQLFormattedError, shape: Shape): ErrorPlace {
  const { line, column } = error.locations?.at(-1) ?? {};
  const source = shape.document.loc?.source;
  const offset = source && line !== undefined && column !== undefined ? offsetOf(source, line, column) : undefined;
  const place = offset === undefined ? {} : placeAt(offset, shape);
  if (place.field) return place;
  const names = namesIn(error);
  const isIn = ({ node }: FieldUse) =>
    names.includes((node.alias ?? node.name).value) || names.includes(node.name.value);
  const field = [...shape.fields.values()].filter(isIn).at(-1);
  const argument = field?.node.arguments?.find(({ name }) => names.lastIndexOf(name.value) > 0);
  return { argument, ...place, field };
}

/** The names of a path: of its own entry, of Hasura (`$.selectionSet.team.args.first`) and of graphql-java (`@[team/devices]`). */
function namesIn({ path = [], extensions, message }: GraphQLFormattedError): string[] {
  const java = /@ ?['[]([\w/]+)/.exec(message.slice(0, 2_000))?.[1];
  return [...path, extensions?.['path'], java].join('.').match(/\w+/g) ?? [];
}

function offsetOf({ body }: Source, line: number, column: number): number {
  const lines = body.split('\n');
  return lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

/** The innermost field at an offset, and the fragment that is inside of that. */
function placeAt(offset: number, { fields, spreads }: Shape): ErrorPlace {
  const covers = ({ loc }: ASTNode): boolean => loc !== undefined && loc.start <= offset && offset < loc.end;
  const field = [...fields.values()].filter(({ node }) => covers(node)).at(-1);
  const start = field?.node.loc?.start ?? -1;
  const fragment = spreads.filter(({ node }) => covers(node) && node.loc && node.loc.start > start).at(-1);
  return { field, argument: field?.node.arguments?.find(covers), fragment };
}
