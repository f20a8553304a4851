import {
  type GraphQLCompositeType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { nearest } from '../base/words.ts';
import { asConnection } from '../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf } from '../graphql/fields.ts';

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

/** A path in a schema: its last field, and the steps above that. */
export interface ResolvedPath {
  readonly above: readonly Step[];
  readonly last: Step;
}

/** A name that the schema does not have, or that cannot be what it is meant to be. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
  /** The similar names or paths, which the message suggests; undefined where it says what to write instead. */
  readonly near: readonly string[] | undefined;

  /** @param shows - The name that `schema show` shows, where no name is near. */
  constructor(message: string, near?: readonly string[], shows?: string) {
    const shown = near?.map((it) => (it.includes('.') ? it : `"${it}"`)) ?? [];
    const todo = shows === undefined ? '' : ` To see its names, run: npx control-api-sdk schema show ${shows}`;
    super(shown.length === 0 ? message + todo : `${message} Did you mean ${shown.join(' or ')}?`);
    this.near = near;
  }
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
export function resolvePath(schema: GraphQLSchema, path: FieldPath): ResolvedPath {
  const found = followPath(schema, path);
  if (!(found instanceof Error)) return found;
  const near = nearBelowTeam(schema, path);
  throw near.length === 0 ? found : new UnknownNameError(`The root has no “${path.names[0]}”.`, near);
}

/** A path in the schema; the error if the schema does not have it. */
export function followPath(schema: GraphQLSchema, path: FieldPath): ResolvedPath | UnknownNameError {
  const root = rootType(schema, path.kind);
  if (!root)
    return new UnknownNameError(`The schema has no ${path.kind} type, so there is no “${pathText(path)}”.`, []);
  const steps: Step[] = [];
  let parent: GraphQLCompositeType = root;
  for (const [index, name] of path.names.entries()) {
    const owner = path.kind === 'mutation' ? memberWith(schema, parent, name) : parent;
    const field: Field | undefined = fieldOf(owner, name);
    if (!field) return (index === 0 && otherKind(schema, path)) || noSuchField(parent, name);
    steps.push({ parent: owner, field });
    const type: GraphQLNamedOutputType = getNamedType(field.type);
    const next = path.names[index + 1];
    if (isCompositeType(type)) parent = type;
    else if (next !== undefined)
      return new UnknownNameError(`“${parent.name}.${name}” is a ${type.name}: it has no field “${next}”.`, []);
  }
  const above = withoutItems(steps);
  const last = above.pop();
  return last ? { above, last } : new UnknownNameError('Write a path such as team.devices.');
}

/** The first type of a union or interface that has a field which the interface lacks: mutations stand behind unions with errors. */
function memberWith(schema: GraphQLSchema, type: GraphQLCompositeType, name: string): GraphQLCompositeType {
  if (!isAbstractType(type) || fieldOf(type, name)) return type;
  return schema.getPossibleTypes(type).find((member) => fieldOf(member, name)) ?? type;
}

function withoutItems(steps: readonly Step[]): Step[] {
  for (const [index, { field }] of steps.entries()) {
    const items = asConnection(field.type)?.items;
    const rest = steps.slice(index + 1).map((step) => step.field.name);
    if (items && rest.length > 0 && rest.length <= items.length && rest.every((name, at) => name === items[at])) {
      return steps.slice(0, index + 1);
    }
  }
  return [...steps];
}

/** The paths below `team`, the documented root for integrations, that a path of a query may mean. */
function nearBelowTeam(schema: GraphQLSchema, path: FieldPath): readonly string[] {
  const [first = ''] = path.names;
  if (path.kind !== 'query' || first === 'team' || fieldOf(schema.getQueryType(), first)) return [];
  const below: FieldPath = { ...path, names: ['team', ...path.names] };
  const found = followPath(schema, below);
  return found instanceof Error ? (found.near ?? []).map((name) => `team.${name}`) : [pathText(below)];
}

const graphqlName = /^[_A-Za-z]\w*$/;

/** The error for an unknown field. */
export function noSuchField(parent: GraphQLCompositeType, name: string): UnknownNameError {
  if (!graphqlName.test(name))
    return new UnknownNameError(`“${name}” is not a valid GraphQL name. Write a path such as team.devices.`);
  const names = fieldsOf(parent).map((field) => field.name);
  return new UnknownNameError(`“${parent.name}” has no field “${name}”.`, nearIn(names, name), parent.name);
}

/** The error for a query that is a mutation, or the reverse. */
function otherKind(schema: GraphQLSchema, path: FieldPath): UnknownNameError | undefined {
  const kind: PathKind = path.kind === 'query' ? 'mutation' : 'query';
  const [name = ''] = path.names;
  if (!rootType(schema, kind)?.getFields()[name]) return undefined;
  return new UnknownNameError(`“${name}” is a ${kind}, not a ${path.kind}. Write \`${kind} ${path.names.join('.')}\`.`);
}

/** The name that is meant, if one is near. */
export function nearIn(names: readonly string[], name: string): readonly string[] {
  const near = nearest(name, names);
  return near === undefined ? [] : [near];
}
