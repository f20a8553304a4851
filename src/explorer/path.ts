import {
  FieldsOnCorrectTypeRule,
  type GraphQLCompositeType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  KnownTypeNamesRule,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import { type Field, fieldOf } from '../graphql/fields.ts';

/** The operations that a path can begin with. */
export type PathKind = 'query' | 'mutation';

/** A path as a person writes it: `team.devices`, or `renameDevice` under `mutation`. */
export interface FieldPath {
  readonly kind: PathKind;
  readonly names: readonly string[];
}

/** One field on the way, and the type it was found on. */
export interface Step {
  readonly parent: GraphQLCompositeType;
  readonly field: Field;
}

/** A name that the schema doesn't have. The message says what it has instead, where something is near. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
}

/**
 * Reads words into paths. `query` and `mutation` say under which root the words after them are looked up; the default is
 * `query`.
 */
export function parsePaths(words: readonly string[]): readonly FieldPath[] {
  const paths: FieldPath[] = [];
  let kind: PathKind = 'query';
  for (const word of words.flatMap((text) => text.trim().split(/\s+/))) {
    if (word === 'query' || word === 'mutation') kind = word;
    else paths.push({ kind, names: word.split('.') });
  }
  return paths;
}

/** The path as {@link parsePaths} reads it. */
export function pathText({ kind, names }: FieldPath): string {
  return kind === 'query' ? names.join('.') : `mutation ${names.join('.')}`;
}

/** The type where paths of that kind begin, where the schema has one. */
export function rootType(schema: GraphQLSchema, kind: PathKind): GraphQLObjectType | undefined {
  return (kind === 'query' ? schema.getQueryType() : schema.getMutationType()) ?? undefined;
}

/**
 * Walks a path through the schema. A path into a connection's items (`team.devices.nodes`) means the connection, so that
 * its pages come along.
 *
 * @throws {@link UnknownNameError} when a name isn't there.
 */
export function resolvePath(schema: GraphQLSchema, path: FieldPath): readonly Step[] {
  const root = rootType(schema, path.kind);
  if (!root) throw new UnknownNameError(`The schema has no ${path.kind} type, so there is no “${pathText(path)}”.`);
  const steps: Step[] = [];
  let parent: GraphQLCompositeType = root;
  for (const [index, name] of path.names.entries()) {
    const field: Field | undefined = fieldOf(parent, name);
    if (!field) {
      throw new UnknownNameError((index === 0 && otherKind(schema, path)) || noSuchField(schema, parent, name));
    }
    steps.push({ parent, field });
    const type: GraphQLNamedOutputType = getNamedType(field.type);
    if (isCompositeType(type)) parent = type;
    else if (index < path.names.length - 1) {
      throw new UnknownNameError(
        `“${parent.name}.${name}” is a ${type.name}: it has no field “${path.names[index + 1]}”.`,
      );
    }
  }
  return withoutItems(steps);
}

function withoutItems(steps: readonly Step[]): readonly Step[] {
  for (const [index, { field }] of steps.entries()) {
    const items = asConnection(field.type)?.items;
    const rest = steps.slice(index + 1).map((step) => step.field.name);
    if (items && rest.length > 0 && rest.length <= items.length && rest.every((name, at) => name === items[at])) {
      return steps.slice(0, index + 1);
    }
  }
  return steps;
}

/** graphql-js knows the near misses: what it says of a document that uses the name is the best answer there is. */
function complaint(schema: GraphQLSchema, text: string, rule: ValidationRule): string | undefined {
  return validate(schema, parse(text), [rule])[0]?.message;
}

const graphqlName = /^[_A-Za-z]\w*$/;

/** What to say of a field that isn't there: names near it are suggested. */
export function noSuchField(schema: GraphQLSchema, parent: GraphQLCompositeType, name: string): string {
  if (!graphqlName.test(name)) return `“${name}” is not a valid GraphQL name. Write a path such as team.devices.`;
  const text = `fragment Path on ${parent.name} { ${name} }`;
  return complaint(schema, text, FieldsOnCorrectTypeRule) ?? `“${parent.name}” has no field “${name}”.`;
}

/** A query looked for among the mutations, or the other way round. */
function otherKind(schema: GraphQLSchema, path: FieldPath): string | undefined {
  const kind: PathKind = path.kind === 'query' ? 'mutation' : 'query';
  const [name = ''] = path.names;
  if (!rootType(schema, kind)?.getFields()[name]) return undefined;
  return `“${name}” is a ${kind}, not a ${path.kind}. Write \`${kind} ${path.names.join('.')}\`.`;
}

/** What to say of a type that isn't there: names near it are suggested. */
export function noSuchType(schema: GraphQLSchema, name: string): string {
  if (!graphqlName.test(name))
    return `“${name}” is not a valid GraphQL name. Write a type, or a field such as Device.name.`;
  const text = `fragment Path on ${name} { __typename }`;
  return complaint(schema, text, KnownTypeNamesRule) ?? `The schema has no type “${name}”.`;
}
