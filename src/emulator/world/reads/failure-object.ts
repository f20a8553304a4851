import { type GraphQLObjectType, getNamedType, isUnionType } from 'graphql';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { isFailure } from '../model/shapes.ts';
import { EmulatedObject } from '../objects/emulated-object.ts';
import { isAllowed } from '../values/leaf-value.ts';

export interface UnknownId {
  readonly message: string;
  readonly argument: string;
  readonly id: unknown;
}

/** The member of an answer that says that an object is not there; undefined if it has none. */
export function failureMember({ type }: Field): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  const all = isUnionType(named) ? named.getTypes().filter(isFailure) : [];
  return all.find(({ name }) => name.includes('NotFound')) ?? (all.length === 1 ? all[0] : undefined);
}

const says: readonly (readonly [words: RegExp, value: (failure: UnknownId) => unknown])[] = [
  [/^(?:message|reason)$/, ({ message }) => message],
  [/^(?:field|path|argument)$/, ({ argument }) => argument],
  [/^code$/, () => 'NOT_FOUND'],
  [/id$/, ({ id }) => id],
];

/** An unknown id, as an object of the schema's own error type; what else that has is drawn, and noted. */
export function failureObject(type: GraphQLObjectType, failure: UnknownId): EmulatedObject {
  const computed = Object.values(type.getFields()).flatMap((field) => {
    const [, say] = says.find(([words]) => words.test(flatName(field.name))) ?? [];
    const value = say?.(failure);
    const shown = isListField(field) ? [value] : value;
    return value !== undefined && isAllowed(field.type, shown) ? [[field.name, () => shown] as const] : [];
  });
  return new EmulatedObject(type, { path: 'failure', computed: Object.fromEntries(computed), role: 'answer' });
}
