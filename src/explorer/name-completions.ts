import { type GraphQLSchema, getNamedType } from 'graphql';
import { fieldOf, fieldsOf } from '../graphql/fields.ts';
import { everyPath } from './every-path.ts';
import { type PathKind, resolvePath, rootType } from './path.ts';

/** The paths that `current` can become, and `query` and `mutation`, which set the root of the paths after them. */
export function pathsFrom(schema: GraphQLSchema, words: readonly string[], current: string): readonly string[] {
  const kind: PathKind =
    words.findLast((word) => word === 'query' || word === 'mutation') === 'mutation' ? 'mutation' : 'query';
  const root = rootType(schema, kind);
  const above = current.split('.').slice(0, -1);
  if (above.length > 0) {
    const { field } = resolvePath(schema, { kind, names: above }).last;
    return fieldsOf(getNamedType(field.type)).map(({ name }) => [...above, name].join('.'));
  }
  const below = everyPath(schema).filter((path) => path.kind === kind);
  const paths = [...fieldsOf(root).map(({ name }) => name), ...below.map(({ names }) => names.join('.'))];
  return [...new Set(paths), 'query', 'mutation'];
}

/** The types, fields of a type and paths that `current` can become. */
export function namesFrom(schema: GraphQLSchema, words: readonly string[], current: string): readonly string[] {
  const [first = '', ...rest] = current.split('.');
  const type = schema.getType(first);
  const root = rootType(schema, 'query');
  if (rest.length > 0 && type !== undefined && fieldOf(root, first) === undefined)
    return fieldsOf(type).map(({ name }) => `${first}.${name}`);
  const types = rest.length > 0 ? [] : Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
  return [...types, ...pathsFrom(schema, words, current)];
}
