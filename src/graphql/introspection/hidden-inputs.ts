import type { GraphQLSchema } from 'graphql';

/** Where inputs are listed, each with its own argument to include deprecated ones. */
export type InputPlace = 'field arguments' | 'directive arguments' | 'input fields';

/** The argument of introspection that includes deprecated inputs, by coordinate, and where it lists them. */
const inputPlaces: ReadonlyMap<string, InputPlace> = new Map([
  ['__Field.args(includeDeprecated:)', 'field arguments'],
  ['__Directive.args(includeDeprecated:)', 'directive arguments'],
  ['__Type.inputFields(includeDeprecated:)', 'input fields'],
]);

/** The inputs that a schema may have beside those that introspection listed. */
export interface HiddenInputs {
  /** Where deprecated inputs were not listed: one that is absent there may be removed, or only hidden. */
  readonly places: readonly InputPlace[];
  /** Whether inputs may have become deprecated, and so hidden, there; a server that knows no such inputs hides none. */
  readonly mayHideOthers: boolean;
}

/** Every place may hide inputs. */
export const anyHidden: HiddenInputs = { places: [...inputPlaces.values()], mayHideOthers: true };

/** The inputs that a server may hide which lacks parts of introspection. Without `unsupported`, it does not say what it supports. */
export function hiddenBy(lacking: ReadonlySet<string>, unsupported: ReadonlySet<string> | undefined): HiddenInputs {
  return {
    places: [...inputPlaces].flatMap(([coordinate, place]) => (lacking.has(coordinate) ? [place] : [])),
    mayHideOthers: !unsupported?.has('__InputValue.isDeprecated'),
  };
}

/** The inputs that a schema may hide; none where it was not read by introspection. */
export function hiddenInputsOf({ extensions }: GraphQLSchema): HiddenInputs {
  const hidden: unknown = Reflect.get(extensions, key);
  return isHiddenInputs(hidden) ? hidden : { places: [], mayHideOthers: false };
}

/** A schema with the inputs that it may hide: the note stays with the schema when the schema is sorted. */
export function withHiddenInputs(schema: GraphQLSchema, hidden: HiddenInputs): GraphQLSchema {
  schema.extensions = { ...schema.extensions, [key]: hidden };
  return schema;
}

const key = 'control-api-sdk.hiddenInputs';

function isHiddenInputs(value: unknown): value is HiddenInputs {
  return typeof value === 'object' && value !== null && 'mayHideOthers' in value;
}
