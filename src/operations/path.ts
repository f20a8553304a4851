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
import { ownCommand } from '../graphql/files/commands.ts';

export type PathKind = 'query' | 'mutation';

/** A path of field names: `team.devices`, or `renameDevice` under `mutation`. */
export interface FieldPath {
  readonly kind: PathKind;
  readonly names: readonly string[];
}

export interface Step {
  readonly parent: GraphQLCompositeType;
  readonly field: Field;
}

export interface ResolvedPath {
  readonly above: readonly Step[];
  readonly last: Step;
}

/** A name that the schema lacks, or that does not mean a field of the expected kind. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
  /** Similar names or paths, which the message suggests. */
  readonly near: readonly string[];

  /** @param shows - The type that the message names for `schema show` if no name is similar. */
  constructor(message: string, near: readonly string[] = [], shows?: string) {
    const shown = near.map((it) => (it.includes('.') ? it : `"${it}"`));
    const todo = shows === undefined ? '' : ` To see its names, run: ${ownCommand()} schema show ${shows}`;
    super(shown.length === 0 ? message + todo : `${message} Did you mean ${shown.join(' or ')}?`);
    this.near = near;
  }
}

/** Parses paths. `query` and `mutation` set the root of the paths after them, or of the last path if none follows. The first root is `query`. */
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

export function pathText({ kind, names }: FieldPath): string {
  return kind === 'query' ? names.join('.') : `mutation ${names.join('.')}`;
}

export function rootType(schema: GraphQLSchema, kind: PathKind): GraphQLObjectType | undefined {
  return (kind === 'query' ? schema.getQueryType() : schema.getMutationType()) ?? undefined;
}

/**
 * Resolves a path. A path to the nodes of a connection (`team.devices.nodes`) means the connection, so that its paging fields are selected
 * too.
 *
 * @throws {UnknownNameError} if the schema lacks a name.
 */
export function resolvePath(schema: GraphQLSchema, path: FieldPath): ResolvedPath {
  const found = followPath(schema, path);
  if (!('error' in found)) return found;
  const near = nearBelowTeam(schema, path);
  throw near.length === 0 ? found.error : new UnknownNameError(`The root has no “${path.names[0]}”.`, near);
}

type Followed = ResolvedPath | { readonly error: UnknownNameError };

export function followPath(schema: GraphQLSchema, path: FieldPath): Followed {
  const failed = (message: string) => ({ error: new UnknownNameError(message) });
  const root = rootType(schema, path.kind);
  if (!root) return failed(`The schema has no ${path.kind} type, so there is no “${pathText(path)}”.`);
  const steps: Step[] = [];
  let parent: GraphQLCompositeType = root;
  for (const [index, name] of path.names.entries()) {
    const owner = path.kind === 'mutation' ? memberWith(schema, parent, name) : parent;
    const field: Field | undefined = fieldOf(owner, name);
    if (!field) return { error: (index === 0 && otherKind(schema, path)) || noSuchField(parent, name) };
    steps.push({ parent: owner, field });
    const type: GraphQLNamedOutputType = getNamedType(field.type);
    const next = path.names[index + 1];
    if (isCompositeType(type)) parent = type;
    else if (next !== undefined)
      return failed(`“${parent.name}.${name}” is a ${type.name}: it has no field “${next}”.`);
  }
  const above = withoutItems(steps);
  const last = above.pop();
  return last ? { above, last } : failed('Write a path such as team.devices.');
}

/** The first possible type with the field: mutations may stand behind unions with user errors. */
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

/** The paths below `team`, the documented root for integrations, that a path without `team` may mean. */
function nearBelowTeam(schema: GraphQLSchema, path: FieldPath): readonly string[] {
  const [first = ''] = path.names;
  if (path.kind !== 'query' || first === 'team' || fieldOf(schema.getQueryType(), first)) return [];
  const below: FieldPath = { ...path, names: ['team', ...path.names] };
  const found = followPath(schema, below);
  return 'error' in found ? found.error.near.map((name) => `team.${name}`) : [pathText(below)];
}

const graphqlName = /^[_A-Za-z]\w*$/;

export function noSuchField(parent: GraphQLCompositeType, name: string): UnknownNameError {
  if (!graphqlName.test(name))
    return new UnknownNameError(`“${name}” is not a valid GraphQL name. Write a path such as team.devices.`);
  const names = fieldsOf(parent).map((field) => field.name);
  return new UnknownNameError(`“${parent.name}” has no field “${name}”.`, nearIn(names, name), parent.name);
}

/** The error for a query named as a mutation, or the reverse. */
function otherKind(schema: GraphQLSchema, path: FieldPath): UnknownNameError | undefined {
  const kind: PathKind = path.kind === 'query' ? 'mutation' : 'query';
  const [name = ''] = path.names;
  if (!rootType(schema, kind)?.getFields()[name]) return undefined;
  return new UnknownNameError(`“${name}” is a ${kind}, not a ${path.kind}. Write \`${kind} ${path.names.join('.')}\`.`);
}

export function nearIn(names: readonly string[], name: string): readonly string[] {
  const near = nearest(name, names);
  return near === undefined ? [] : [near];
}
