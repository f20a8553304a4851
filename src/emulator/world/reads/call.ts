import { GraphQLError, type GraphQLObjectType, type GraphQLResolveInfo, Kind, type ValueNode } from 'graphql';
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

/** Whether only the schema sets an argument, or a field in it (`filter.status`), by a default that the operation did not ask for. */
export function isDefault(definition: Field, info: GraphQLResolveInfo, path: string): boolean {
  const [name, ...rest] = path.split('.');
  if (!definition.args.some((argument) => argument.name === name)) return false;
  const written = info.fieldNodes.flatMap((node) => node.arguments ?? []).find((each) => each.name.value === name);
  return written === undefined || !writes(written.value, rest);
}

/** A variable may hold anything, and so does a list. */
function writes(value: ValueNode, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || value.kind !== Kind.OBJECT) return true;
  const field = value.fields.find((each) => each.name.value === name);
  return field !== undefined && writes(field.value, rest);
}

/** An argument that no server would take. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** An object that does not exist. */
export function notFound(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } });
}

/** The sentence about what is drawn. */
export function drawnNote(type: string, field: string, reason = 'nothing says what it is'): string {
  return `\`${type}.${field}\` is drawn: ${reason}. Add a resolver for \`${type}.${field}\`.`;
}
