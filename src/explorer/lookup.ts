import { type GraphQLNamedType, type GraphQLSchema, isCompositeType, isEnumType, isInputObjectType } from 'graphql';
import { type Field, fieldOf } from '../graphql/fields.ts';
import {
  nearBelowTeam,
  noSuchField,
  noSuchType,
  parsePaths,
  pathText,
  resolvePath,
  rootType,
  UnknownNameError,
} from './path.ts';

/** The result of a lookup: a type, or a field and, if it was found from a root, its path. */
export type LookedUp =
  | { readonly type: GraphQLNamedType; readonly field?: never; readonly path?: never }
  | { readonly type: GraphQLNamedType; readonly field: Field; readonly path: string | undefined };

/**
 * Finds a type (`Device`; `Query` and `Mutation` find the roots under any name), a field of a type (`Device.name`), or a path
 * (`team.devices`, `mutation renameDevice`). The case of a type does not matter.
 *
 * @throws {UnknownNameError} if nothing has the name.
 */
export function lookUp(schema: GraphQLSchema, words: readonly string[]): LookedUp {
  const [path, another] = parsePaths(words);
  if (!path) return { type: typeOrThrow(schema, words.includes('mutation') ? 'Mutation' : 'Query') };
  if (another) throw new UnknownNameError('Name one type, field or path at a time.');
  const [first = '', ...rest] = path.names;
  const fromRoot = rootType(schema, path.kind)?.getFields()[first] !== undefined;
  if (fromRoot || path.kind === 'mutation') {
    const last = resolvePath(schema, path).at(-1);
    if (last) return { type: last.parent, field: last.field, path: pathText(path) };
  }
  const type = typeCalled(schema, first);
  if (!type) throw noSuchType(schema, first, nearBelowTeam(schema, path));
  if (rest.length === 0) return { type };
  const kind = (['query', 'mutation'] as const).find((root) => rootType(schema, root) === type);
  if (kind) {
    const last = resolvePath(schema, { kind, names: rest }).at(-1);
    if (last) return { type: last.parent, field: last.field, path: pathText({ kind, names: rest }) };
  }
  const [name = '', beyond] = rest;
  if (beyond !== undefined)
    throw new UnknownNameError(`“${path.names.join('.')}” has too many parts: write Type.field.`);
  // For a value of an enum or a field of an input object, the whole type is shown.
  if (isEnumType(type) && type.getValue(name)) return { type };
  if (isInputObjectType(type) && type.getFields()[name]) return { type };
  const field = fieldOf(type, name);
  if (field) return { type, field, path: undefined };
  throw isCompositeType(type) ? noSuchField(type, name) : new UnknownNameError(`“${type.name}” has no “${name}”.`, []);
}

function typeOrThrow(schema: GraphQLSchema, name: string): GraphQLNamedType {
  const type = typeCalled(schema, name);
  if (!type) throw noSuchType(schema, name);
  return type;
}

function typeCalled(schema: GraphQLSchema, name: string): GraphQLNamedType | undefined {
  if (name === 'Query' || name === 'Mutation') return rootType(schema, name === 'Query' ? 'query' : 'mutation');
  const exact = schema.getType(name);
  if (exact) return exact;
  const alike = Object.values(schema.getTypeMap()).filter((type) => type.name.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}
