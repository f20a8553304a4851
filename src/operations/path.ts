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

  /**
   * @param near - Similar names or paths, which the message suggests.
   * @param shows - The type that the message names for `schema show` if no name is similar.
   */
  constructor(message: string, near: readonly string[] = [], shows?: string) {
    const shown = near.map((it) => (it.includes('.') ? it : `"${it}"`));
    const todo = shows === undefined ? '' : ` To see its names, run: ${ownCommand()} schema show ${shows}`;
    super(shown.length === 0 ? message + todo : `${message} Did you mean ${shown.join(' or ')}?`);
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
  const root = rootType(schema, path.kind);
  if (!root) throw new UnknownNameError(`The schema has no ${path.kind} type, so there is no “${pathText(path)}”.`);
  const steps: Step[] = [];
  let parent: GraphQLCompositeType = root;
  for (const [index, name] of path.names.entries()) {
    const owner = path.kind === 'mutation' ? memberWith(schema, parent, name) : parent;
    const field: Field | undefined = fieldOf(owner, name);
    if (!field) throw (index === 0 && ofOtherRoot(schema, path)) || noSuchField(parent, name);
    steps.push({ parent: owner, field });
    const type: GraphQLNamedOutputType = getNamedType(field.type);
    const next = path.names[index + 1];
    if (isCompositeType(type)) parent = type;
    else if (next !== undefined)
      throw new UnknownNameError(`“${parent.name}.${name}” is a ${type.name}: it has no field “${next}”.`);
  }
  const above = withoutItems(steps);
  const last = above.pop();
  if (last === undefined) throw new UnknownNameError('Write a path such as team.devices.');
  return { above, last };
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

const graphqlName = /^[_A-Za-z]\w*$/;

export function noSuchField(parent: GraphQLCompositeType, name: string): UnknownNameError {
  if (!graphqlName.test(name))
    return new UnknownNameError(`“${name}” is not a valid GraphQL name. Write a path such as team.devices.`);
  const names = fieldsOf(parent).map((field) => field.name);
  return new UnknownNameError(`“${parent.name}” has no field “${name}”.`, nearIn(names, name), parent.name);
}

/** The error for a path that begins at another root: below `team`, the documented root for integrations, or at that of the other kind. */
function ofOtherRoot(schema: GraphQLSchema, { kind, names }: FieldPath): UnknownNameError | undefined {
  const [first = '', ...rest] = names;
  const team = kind === 'query' ? fieldOf(schema.getQueryType(), 'team') : undefined;
  const below = fieldsOf(team && getNamedType(team.type)).map(({ name }) => name);
  const near = below.includes(first) ? [first] : nearIn(below, first);
  if (near.length > 0)
    return new UnknownNameError(
      `The root has no “${first}”.`,
      near.map((name) => ['team', name, ...rest].join('.')),
    );
  const other: PathKind = kind === 'query' ? 'mutation' : 'query';
  if (!fieldOf(rootType(schema, other), first)) return undefined;
  return new UnknownNameError(`“${first}” is a ${other}, not a ${kind}. Write \`${other} ${names.join('.')}\`.`);
}

export function nearIn(names: readonly string[], name: string): readonly string[] {
  const near = nearest(name, names);
  return near === undefined ? [] : [near];
}
