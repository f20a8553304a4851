import { type GraphQLObjectType, type GraphQLResolveInfo, Kind, type ValueNode } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';

/** The values of arguments, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A field as it is asked for. */
export interface Call {
  readonly owner: EmulatedObject;
  readonly type: GraphQLObjectType;
  readonly definition: Field;
  readonly args: Arguments;
  readonly info: GraphQLResolveInfo;
  /** Called with what is not understood, such as `filter.moonPhase`. */
  readonly note: (what: string) => void;
  /** Called with a sentence about what the field does not do. */
  readonly say: (sentence: string) => void;
}

/** The arguments that the operation writes, without those that only the schema sets. */
export function writtenArguments({ args, info }: Call): Arguments {
  const written = new Set(info.fieldNodes.flatMap((node) => (node.arguments ?? []).map(({ name }) => name.value)));
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => written.has(name) && value !== undefined && value !== null),
  );
}

/** Whether the operation writes an argument, or a field in it: `filter.status`. The schema's own defaults were not asked for. */
export function isWritten({ info }: Call, path: string): boolean {
  const [name, ...rest] = path.split('.');
  const given = info.fieldNodes
    .flatMap((node) => node.arguments ?? [])
    .find((argument) => argument.name.value === name);
  return given !== undefined && writes(given.value, rest);
}

/** A variable may hold anything, and so does a list. */
function writes(value: ValueNode, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || value.kind !== Kind.OBJECT) return true;
  const field = value.fields.find((each) => each.name.value === name);
  return field !== undefined && writes(field.value, rest);
}
