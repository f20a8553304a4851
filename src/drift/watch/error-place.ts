import { type ArgumentNode, Kind, type Source, visit } from 'graphql';
import type { GraphQLFormattedError } from '../../index.ts';
import { type FieldUse, type Shape, UNKNOWN } from './read-shape.ts';
import { leafOf } from './shaped-type.ts';

/** Where in an operation an error is. */
export interface ErrorPlace {
  readonly field?: FieldUse | undefined;
  readonly argument?: ArgumentNode | undefined;
  /** The condition of a fragment, and the type that it is spread on. */
  readonly fragment?: { readonly member: string; readonly type: string } | undefined;
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

function placeAt(offset: number, { document, fields, types, root }: Shape): ErrorPlace {
  const named = (name: string | undefined) => types.get(name ?? '') ?? { ...UNKNOWN, name: name ?? '' };
  let on = root;
  let place: ErrorPlace = {};
  visit(document, {
    enter(node) {
      if (!node.loc || offset < node.loc.start || offset >= node.loc.end) return false;
      switch (node.kind) {
        case Kind.FRAGMENT_DEFINITION:
          on = named(node.typeCondition.name.value);
          return undefined;
        case Kind.FIELD: {
          const field = fields.get(node);
          place = { field };
          on = field ? leafOf(field.type).named : UNKNOWN;
          return undefined;
        }
        case Kind.ARGUMENT:
          place = { ...place, argument: node };
          return undefined;
        case Kind.INLINE_FRAGMENT:
        case Kind.FRAGMENT_SPREAD: {
          const fragment =
            node.kind === Kind.INLINE_FRAGMENT
              ? node
              : document.definitions.find(
                  (it) => it.kind === Kind.FRAGMENT_DEFINITION && it.name.value === node.name.value,
                );
          const member = fragment && 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined;
          if (member === undefined) return undefined;
          place = { ...place, fragment: { member, type: on.name } };
          on = named(member);
          return undefined;
        }
        default:
          return undefined;
      }
    },
  });
  return place;
}
