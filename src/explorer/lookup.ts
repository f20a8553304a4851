import { type GraphQLNamedType, type GraphQLSchema, isCompositeType, isEnumType, isInputObjectType } from 'graphql';
import { type Field, fieldOf } from '../graphql/fields.ts';
import {
  type FieldPath,
  nearBelowTeam,
  noSuchField,
  noSuchType,
  parsePaths,
  pathText,
  resolvePath,
  rootType,
  UnknownNameError,
} from './path.ts';

/** A type, or a field of it and, if that was found from a root, its path. */
export interface LookedUp {
  readonly type: GraphQLNamedType;
  readonly field?: Field;
  readonly path?: string;
}

/**
 * Finds a type (`Device`; `Query` and `Mutation` find the roots under any name), a field of a type (`Device.name`), or a path
 * (`team.devices`, `mutation renameDevice`). The case of a type does not matter.
 *
 * @throws {UnknownNameError} if nothing has the name.
 */
export function lookUp(schema: GraphQLSchema, words: readonly string[]): LookedUp {
  const [path, another] = parsePaths(words);
  if (another) throw new UnknownNameError('Name one type, field or path at a time.');
  const [first = words.includes('mutation') ? 'Mutation' : 'Query', ...rest] = path?.names ?? [];
  if (path && (path.kind === 'mutation' || fieldOf(rootType(schema, path.kind), first))) return atPath(schema, path);
  const type = typeCalled(schema, first);
  if (!type) throw noSuchType(schema, first, path && nearBelowTeam(schema, path));
  const [name, beyond] = rest;
  if (name === undefined) return { type };
  const kind = (['query', 'mutation'] as const).find((root) => rootType(schema, root) === type);
  if (kind) return atPath(schema, { kind, names: rest });
  if (beyond !== undefined)
    throw new UnknownNameError(`“${[first, ...rest].join('.')}” has too many parts: write Type.field.`);
  // For a value of an enum or a field of an input object, the whole type is shown.
  if (isEnumType(type) && type.getValue(name)) return { type };
  if (isInputObjectType(type) && type.getFields()[name]) return { type };
  const field = fieldOf(type, name);
  if (field) return { type, field };
  throw isCompositeType(type) ? noSuchField(type, name) : new UnknownNameError(`“${type.name}” has no “${name}”.`, []);
}

function atPath(schema: GraphQLSchema, path: FieldPath): LookedUp {
  const { parent: type, field } = resolvePath(schema, path).last;
  return { type, field, path: pathText(path) };
}

function typeCalled(schema: GraphQLSchema, name: string): GraphQLNamedType | undefined {
  if (name === 'Query' || name === 'Mutation') return rootType(schema, name === 'Query' ? 'query' : 'mutation');
  const exact = schema.getType(name);
  if (exact) return exact;
  const alike = Object.values(schema.getTypeMap()).filter((type) => type.name.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}
