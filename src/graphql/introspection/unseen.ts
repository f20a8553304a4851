import type { GraphQLSchema } from 'graphql';

/** Where inputs are listed, each with its own argument to include deprecated ones. */
export type InputPlace = 'field arguments' | 'directive arguments' | 'input fields';

/** The argument of introspection that includes deprecated inputs, by coordinate, and where it lists them. */
export const inputPlaces: ReadonlyMap<string, InputPlace> = new Map([
  ['__Field.args(includeDeprecated:)', 'field arguments'],
  ['__Directive.args(includeDeprecated:)', 'directive arguments'],
  ['__Type.inputFields(includeDeprecated:)', 'input fields'],
]);

/** The parts of its schema that a server did not show. */
export interface Unseen {
  /** Where the server cannot list deprecated inputs: one that is absent there may be removed, or only hidden. */
  readonly deprecated: readonly InputPlace[];
  /** Whether inputs may have become deprecated, and so hidden, there; a server that knows no such inputs hides none. */
  readonly mayHideOthers: boolean;
  /** Types, fields and directives that the server did not describe, as schema coordinates; their content is unknown. */
  readonly coordinates: ReadonlySet<string>;
}

/** The inputs that a server may hide which lacks parts of introspection; undefined if it does not say what it supports. */
export function hiddenInputs(
  lacking: ReadonlySet<string>,
  unsupported: ReadonlySet<string> | undefined,
): Omit<Unseen, 'coordinates'> {
  return {
    deprecated: [...inputPlaces].flatMap(([coordinate, place]) => (lacking.has(coordinate) ? [place] : [])),
    mayHideOthers: !unsupported?.has('__InputValue.isDeprecated'),
  };
}

/** Stands among the coordinates of {@link Unseen} for every directive. */
export const allDirectives = '@';

/** The parts of its schema that the server did not show; nothing for a schema that was not read by introspection. */
export function unseenIn({ extensions }: GraphQLSchema): Unseen {
  const unseen: unknown = Reflect.get(extensions, key);
  return isUnseen(unseen) ? unseen : { deprecated: [], mayHideOthers: false, coordinates: new Set() };
}

/** A schema with what its server did not show: the note stays with the schema when the schema is sorted. */
export function withUnseen(schema: GraphQLSchema, unseen: Unseen): GraphQLSchema {
  schema.extensions = { ...schema.extensions, [key]: unseen };
  return schema;
}

const key = 'control-api-sdk.unseen';

function isUnseen(value: unknown): value is Unseen {
  return typeof value === 'object' && value !== null && 'mayHideOthers' in value;
}
