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

/** The root that a path begins at. */
export type PathKind = 'query' | 'mutation';

/** A path of field names: `team.devices`, or `renameDevice` under `mutation`. */
export interface FieldPath {
  readonly kind: PathKind;
  readonly names: readonly string[];
}

/** One field of a path, and the type that has it. */
export interface Step {
  readonly parent: GraphQLCompositeType;
  readonly field: Field;
}

/** A name that the schema does not have. The message suggests similar names. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
}

/**
 * Parses words into paths. `query` and `mutation` set the root of the paths after them, or of the one before them if none
 * follows; the first root is `query`.
 */
export function parsePaths(words: readonly string[]): readonly FieldPath[] {
  const paths: FieldPath[] = [];
  let kind: PathKind = 'query';
  const all = words.flatMap((text) => text.trim().split(/\s+/));
  for (const [index, word] of all.entries()) {
    const last = paths.at(-1);
    if (word !== 'query' && word !== 'mutation') paths.push({ kind, names: word.split('.') });
    else if (index === all.length - 1 && last !== undefined) paths[paths.length - 1] = { ...last, kind: word };
    else kind = word;
  }
  return paths;
}

/** The text of a path, in the form that {@link parsePaths} reads. */
export function pathText({ kind, names }: FieldPath): string {
  return kind === 'query' ? names.join('.') : `mutation ${names.join('.')}`;
}

/** The root type of a kind; undefined if the schema has none. */
export function rootType(schema: GraphQLSchema, kind: PathKind): GraphQLObjectType | undefined {
  return (kind === 'query' ? schema.getQueryType() : schema.getMutationType()) ?? undefined;
}

/**
 * Follows a path through the schema. A path to the items of a connection (`team.devices.nodes`) means the connection, so
 * that its paging fields are selected too.
 *
 * @throws {UnknownNameError} if the schema does not have a name.
 */
export function resolvePath(schema: GraphQLSchema, path: FieldPath): readonly Step[] {
  const found = followPath(schema, path);
  if (typeof found !== 'string') return found;
  const below = suggestBelowTeam(schema, path);
  throw new UnknownNameError(below === undefined ? found : `The root has no “${path.names[0]}”. ${below}`);
}

/** The steps of a path; a message if the schema does not have it. */
export function followPath(schema: GraphQLSchema, path: FieldPath): readonly Step[] | string {
  const root = rootType(schema, path.kind);
  if (!root) return `The schema has no ${path.kind} type, so there is no “${pathText(path)}”.`;
  const steps: Step[] = [];
  let parent: GraphQLCompositeType = root;
  for (const [index, name] of path.names.entries()) {
    const field: Field | undefined = fieldOf(parent, name);
    if (!field) return (index === 0 && otherKind(schema, path)) || noSuchField(schema, parent, name);
    steps.push({ parent, field });
    const type: GraphQLNamedOutputType = getNamedType(field.type);
    const next = path.names[index + 1];
    if (isCompositeType(type)) parent = type;
    else if (next !== undefined) return `“${parent.name}.${name}” is a ${type.name}: it has no field “${next}”.`;
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

/** The message of graphql-js about a document that uses the name: it suggests similar names. */
function complaint(schema: GraphQLSchema, text: string, rule: ValidationRule): string | undefined {
  return validate(schema, parse(text), [rule])[0]?.message;
}

/** A path of a query that begins below `team`, the documented root for integrations, as the question for it. */
export function suggestBelowTeam(schema: GraphQLSchema, path: FieldPath): string | undefined {
  const [first = ''] = path.names;
  if (path.kind !== 'query' || first === 'team' || fieldOf(schema.getQueryType(), first)) return undefined;
  const below: FieldPath = { ...path, names: ['team', ...path.names] };
  const found = followPath(schema, below);
  if (typeof found !== 'string') return `Did you mean ${pathText(below)}?`;
  return /Did you mean .*/.exec(found)?.[0].replace(/"(\w+)"/g, 'team.$1');
}

const graphqlName = /^[_A-Za-z]\w*$/;

/** The message for an unknown field, with similar names. */
export function noSuchField(schema: GraphQLSchema, parent: GraphQLCompositeType, name: string): string {
  if (!graphqlName.test(name)) return `“${name}” is not a valid GraphQL name. Write a path such as team.devices.`;
  const text = `fragment Path on ${parent.name} { ${name} }`;
  return complaint(schema, text, FieldsOnCorrectTypeRule) ?? `“${parent.name}” has no field “${name}”.`;
}

/** The message for a query that is a mutation, or the reverse. */
function otherKind(schema: GraphQLSchema, path: FieldPath): string | undefined {
  const kind: PathKind = path.kind === 'query' ? 'mutation' : 'query';
  const [name = ''] = path.names;
  if (!rootType(schema, kind)?.getFields()[name]) return undefined;
  return `“${name}” is a ${kind}, not a ${path.kind}. Write \`${kind} ${path.names.join('.')}\`.`;
}

/** The message for an unknown type, with similar names. */
export function noSuchType(schema: GraphQLSchema, name: string): string {
  if (!graphqlName.test(name))
    return `“${name}” is not a valid GraphQL name. Write a type, or a field such as Device.name.`;
  const text = `fragment Path on ${name} { __typename }`;
  return complaint(schema, text, KnownTypeNamesRule) ?? `The schema has no type “${name}”.`;
}
