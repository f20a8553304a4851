import type { GraphQLSchema } from 'graphql';

/** A list of inputs in introspection. Each takes its own argument to include deprecated inputs. */
export type InputPlace = 'field arguments' | 'directive arguments' | 'input fields';

const inputPlaces: ReadonlyMap<string, InputPlace> = new Map([
  ['__Field.args(includeDeprecated:)', 'field arguments'],
  ['__Directive.args(includeDeprecated:)', 'directive arguments'],
  ['__Type.inputFields(includeDeprecated:)', 'input fields'],
]);

export interface HiddenInputs {
  /** Lists without deprecated inputs: an absent input may be removed, or only deprecated. */
  readonly places: readonly InputPlace[];
  /** Whether inputs may have become deprecated since the snapshot. A server that does not support deprecated inputs hides none. */
  readonly mayHideOthers: boolean;
}

export const anyHidden: HiddenInputs = { places: [...inputPlaces.values()], mayHideOthers: true };

/** The inputs that a server may hide if the query left out `lacking`. `unsupported` is undefined if it is unknown. */
export function hiddenBy(lacking: ReadonlySet<string>, unsupported: ReadonlySet<string> | undefined): HiddenInputs {
  return {
    places: [...inputPlaces].flatMap(([coordinate, place]) => (lacking.has(coordinate) ? [place] : [])),
    mayHideOthers: !unsupported?.has('__InputValue.isDeprecated'),
  };
}

const key = 'control-api-sdk.hiddenInputs';

/** Notes the hidden inputs in a schema's `extensions`, which survive sorting. */
export function withHiddenInputs(schema: GraphQLSchema, hidden: HiddenInputs): GraphQLSchema {
  schema.extensions = { ...schema.extensions, [key]: hidden };
  return schema;
}

export function hiddenInputsOf({ extensions }: GraphQLSchema): HiddenInputs {
  const hidden: unknown = Reflect.get(extensions, key);
  return isHiddenInputs(hidden) ? hidden : { places: [], mayHideOthers: false };
}

function isHiddenInputs(value: unknown): value is HiddenInputs {
  return typeof value === 'object' && value !== null && 'mayHideOthers' in value;
}
