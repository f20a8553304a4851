import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { memo } from '../base/memo.ts';
import { wordsOf } from '../base/words.ts';
import { asConnection } from './connection.ts';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField, requiredArguments } from './fields.ts';

/**
 * Whether a type only groups mutations, such as that of `team { device(id:) { … } }` under the mutation root: only mutations reach the
 * type, and one of its fields takes more than choices, or leads to such a type. Any other type is a payload.
 */
export function groupsMutations(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  return factsOf(schema).groups.has(type);
}

export function isOfMutations(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  return !factsOf(schema).readable.has(type);
}

/**
 * Whether a field only leads to mutations: its type groups them, and the field needs only ids and choices. A field that needs
 * more, such as a name, may create the object that it returns, unless a query has a field with the same requirements.
 */
export function leadsToMutations(schema: GraphQLSchema, owner: GraphQLNamedType, field: Field): boolean {
  const type = getNamedType(field.type);
  // A field of its own type continues a chain of mutations: `start: DeviceWrites`.
  if (type === owner || !groupsMutations(schema, type)) return false;
  return field.args.every(maySelect) || factsOf(schema).selectors.has(selectorOf(field));
}

/** The name of a field with its requirements: `variant(name: String!)`. */
function selectorOf(field: Field): string {
  const needed = requiredArguments(field).map(({ name, type }) => `${name}: ${type}`);
  return `${field.name}(${needed.sort().join(', ')})`;
}

/** Whether a field is a mutation: a field of the mutation root, or of a type that groups mutations, which does not only lead on or read. */
export function isMutation(schema: GraphQLSchema, owner: GraphQLNamedType, field: Field): boolean {
  if (owner !== schema.getMutationType() && !groupsMutations(schema, owner)) return false;
  const type = getNamedType(field.type);
  // `id: ID` only reads; `delete: ID` is a mutation.
  const isId = type.name === 'ID' && namesId(field);
  const isRead = field.args.length === 0 && (isId || type === schema.getQueryType());
  return !isRead && !field.name.startsWith('__') && !leadsToMutations(schema, owner, field);
}

/** An id, an enum or an optional argument only chooses. */
function maySelect(argument: GraphQLArgument): boolean {
  const type = getNamedType(argument.type);
  return type.name === 'ID' || namesId(argument) || isEnumType(type) || !isRequiredArgument(argument);
}

function namesId({ name }: { readonly name: string }): boolean {
  return /^(?:uu|gu)?ids?$/.test(wordsOf(name).at(-1) ?? '');
}

/**
 * Whether a field takes an argument that does more than choose. An optional argument chooses a part of a list, or the form of a
 * value; a boolean or an id that a field returns reports what was done.
 */
export function takesMore(field: Field): boolean {
  const type = getNamedType(field.type);
  const isList = isListField(field) || asConnection(field.type) !== undefined;
  const mayChoose = isList || (isLeafType(type) && !['Boolean', 'ID'].includes(type.name));
  return requiredArguments(field).length > 0 || (field.args.length > 0 && !mayChoose);
}

interface Facts {
  readonly readable: ReadonlySet<GraphQLNamedType>;
  readonly groups: ReadonlySet<GraphQLNamedType>;
  readonly selectors: ReadonlySet<string>;
}

const factsOf = memo((schema: GraphQLSchema): Facts => {
  const mutation = schema.getMutationType();
  const readable = reachedFrom(schema, [schema.getQueryType(), schema.getSubscriptionType()]);
  const mayGroup = [...reachedFrom(schema, [mutation])].filter(
    (type) => type !== mutation && !readable.has(type) && !isPayload(type),
  );
  // Documented: `team` is the root for integrations.
  const { team } = mutation?.getFields() ?? {};
  const root = team && getNamedType(team.type);
  const groups = new Set(mayGroup.filter((type) => type === root || fieldsOf(type).some(takesMore)));
  for (let size = -1; size !== groups.size; ) {
    size = groups.size;
    for (const type of mayGroup) if (typesIn(type).some((it) => groups.has(it))) groups.add(type);
  }
  const selectors = new Set([...readable].flatMap((type) => fieldsOf(type).map(selectorOf)));
  return { readable, groups, selectors };
});

function reachedFrom(
  schema: GraphQLSchema,
  roots: readonly (GraphQLNamedType | null | undefined)[],
): ReadonlySet<GraphQLNamedType> {
  const reached = new Set(roots.filter(isCompositeType));
  for (const type of reached) {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    for (const next of [...members, ...typesIn(type)]) if (isCompositeType(next)) reached.add(next);
  }
  return reached;
}

function typesIn(type: GraphQLNamedType): readonly GraphQLNamedType[] {
  return isUnionType(type) ? type.getTypes() : fieldsOf(type).map((field) => getNamedType(field.type));
}

/** Whether a type is a payload by its fields: user errors, or the client's mutation id. */
function isPayload(type: GraphQLNamedType): boolean {
  return errorLists(type).length > 0 || fieldsOf(type).some(({ name }) => name === 'clientMutationId');
}

/** The lists of user errors of a payload. Deprecated lists count only if all are deprecated. */
export function errorLists(payload: GraphQLNamedType): readonly Field[] {
  const lists = fieldsOf(payload).filter(isErrorList);
  const current = lists.filter((field) => !isDeprecated(field));
  return current.length > 0 ? current : lists;
}

export function isErrorList(field: Field): boolean {
  return isListField(field) && isUserError(getNamedType(field.type));
}

/** Whether a type is a user error by its structure: a message and scalar or enum details, without an id. */
function isUserError(type: GraphQLNamedType): boolean {
  const message = fieldOf(type, 'message');
  if (message === undefined || getNamedType(message.type).name !== 'String') return false;
  return fieldsOf(type).every((field) => isLeafType(getNamedType(field.type)) && String(field.type) !== 'ID!');
}
