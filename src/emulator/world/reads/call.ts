import {
  type GraphQLArgument,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  Kind,
  type ValueNode,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
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

/** The arguments of a field, and the fields of those that are inputs. */
export function inputsOf({ args }: Field): readonly Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>[] {
  return args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? [argument, ...Object.values(input.getFields())] : [argument];
  });
}

/** Whether only the schema sets an argument, or a field in it (`filter.status`), by a default that the operation did not ask for. */
export function isDefault(definition: Field, info: GraphQLResolveInfo, path: string): boolean {
  const [name, ...rest] = path.split('.');
  const all = info.fieldNodes.flatMap((node) => node.arguments ?? []);
  if (!definition.args.some((argument) => argument.name === name)) {
    // The fields of an input around all arguments are read as arguments.
    const inputs = all.filter(({ value }) => value.kind === Kind.OBJECT || value.kind === Kind.VARIABLE);
    return !inputs.some(({ value }) => writes(value, path.split('.')));
  }
  const written = all.find((each) => each.name.value === name);
  return written === undefined || !writes(written.value, rest);
}

/** Arguments without defaults that ask for nothing: `name: String = ""`, `states: [State!] = []`, `limit: Int = 0`. */
export function withoutEmptyDefaults(
  args: Arguments,
  { definition, info }: Pick<Call, 'definition' | 'info'>,
  around = '',
): Arguments {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (isRecord(value)) return [[name, withoutEmptyDefaults(value, { definition, info }, `${around}${name}.`)]];
      const isEmpty = value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
      return isEmpty && isDefault(definition, info, around + name) ? [] : [[name, value]];
    }),
  );
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
