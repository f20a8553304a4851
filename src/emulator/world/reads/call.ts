import { GraphQLError, type GraphQLObjectType, type GraphQLResolveInfo, Kind, type ValueNode } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import type { EmulatedObject } from '../objects/emulated-object.ts';

export type Arguments = Readonly<Record<string, unknown>>;

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
export function isDefault({ fieldNodes }: GraphQLResolveInfo, path: string): boolean {
  const [first, ...rest] = path.split('.');
  const written = fieldNodes.flatMap((node) => node.arguments ?? []);
  return !written.some(({ name, value }) => name.value === first && writes(value, rest));
}

/** Whether a written value has a place in it. A variable and a list may hold anything. */
function writes(value: ValueNode, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || value.kind === Kind.VARIABLE || value.kind === Kind.LIST) return true;
  const field = value.kind === Kind.OBJECT ? value.fields.find((each) => each.name.value === name) : undefined;
  return field !== undefined && writes(field.value, rest);
}

export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

export function notFound(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } });
}

export function drawnNote(type: string, field: string, reason = 'nothing says what it is'): string {
  return `\`${type}.${field}\` is drawn: ${reason}. Add a resolver for \`${type}.${field}\`.`;
}
