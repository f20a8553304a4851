import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isUnionType,
  Kind,
  type ValueNode,
} from 'graphql';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { isFailure, type ModelField } from '../model/shapes.ts';
import { EmulatedObject } from '../objects/emulated-object.ts';
import { isAllowed } from '../values/leaf-value.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** One field of an operation, with its arguments. */
export interface Call {
  readonly owner: EmulatedObject;
  readonly type: GraphQLObjectType;
  readonly field: ModelField;
  readonly args: Arguments;
  readonly info: GraphQLResolveInfo;
  /** The type and the field, as a note names them. */
  readonly place: string;
  /** Notes an input that is not understood, such as `filter.moonPhase`. */
  readonly note: (input: string) => void;
  readonly say: (sentence: string) => void;
}

/** Whether an argument, or a field in it (`filter.status`), has a default of the schema and is not written in the operation. */
export function isDefault({ fieldNodes }: GraphQLResolveInfo, path: string): boolean {
  const [first, ...rest] = path.split('.');
  const written = fieldNodes.flatMap((node) => node.arguments ?? []);
  return !written.some(({ name, value }) => name.value === first && writes(value, rest));
}

function writes(value: ValueNode, [name, ...rest]: readonly string[]): boolean {
  // A variable and a list may hold anything.
  if (name === undefined || value.kind === Kind.VARIABLE || value.kind === Kind.LIST) return true;
  const field = value.kind === Kind.OBJECT ? value.fields.find((each) => each.name.value === name) : undefined;
  return field !== undefined && writes(field.value, rest);
}

export function drawnNote({ place }: Call, reason = 'no rule gives its value'): string {
  return `${place} is drawn: ${reason}. Add a resolver for ${place}.`;
}

export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

export function notFound(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } });
}

/** An id that no object has. */
export interface UnknownId {
  readonly message: string;
  readonly argument: string;
  readonly id: unknown;
}

/** The member of a union that says that an object was not found. */
export function failureMember({ type }: Field): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  const all = isUnionType(named) ? named.getTypes().filter(isFailure) : [];
  return all.find(({ name }) => name.includes('NotFound')) ?? (all.length === 1 ? all[0] : undefined);
}

const failureValues: readonly (readonly [words: RegExp, value: (failure: UnknownId) => unknown])[] = [
  [/^(?:message|reason)$/, ({ message }) => message],
  [/^(?:field|path|argument)$/, ({ argument }) => argument],
  [/^code$/, () => 'NOT_FOUND'],
  [/id$/, ({ id }) => id],
];

/** An unknown id as an object of the schema's own error type. Its other fields are drawn, and noted. */
export function failureObject(type: GraphQLObjectType, failure: UnknownId): EmulatedObject {
  const computed = Object.values(type.getFields()).flatMap((field) => {
    const [, make] = failureValues.find(([words]) => words.test(flatName(field.name))) ?? [];
    const value = make?.(failure);
    const shown = isListField(field) ? [value] : value;
    return value !== undefined && isAllowed(field.type, shown) ? [[field.name, () => shown] as const] : [];
  });
  return new EmulatedObject(type, { path: 'failure', computed: Object.fromEntries(computed), role: 'answer' });
}
