import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
} from 'graphql';
import { type Field, fieldsOf, isDeprecated } from '../graphql/fields.ts';
import { isMutation, isOfMutations, leadsToMutations, takesMore } from '../graphql/mutations.ts';
import { type FieldPath, pathText, rootType } from './path.ts';

/**
 * Every path that gets an operation. Documented: `team` is the root for integrations. So the paths are the fields of `team` with a selection
 * or arguments, and `team` itself if it has scalar or enum fields; without `team`, the root fields. A field that only leads to mutations is
 * replaced by these. Deprecated fields are skipped.
 */
export function everyPath(schema: GraphQLSchema): readonly FieldPath[] {
  return kinds.flatMap((kind): readonly FieldPath[] => {
    const root = rootType(schema, kind);
    if (!root) return [];
    const path = (...names: string[]): FieldPath => ({ kind, names });
    const under = underTeam(root);
    const { team } = root.getFields();
    if (kind === 'mutation') {
      const acting = under.filter(takesMore);
      if (!team || acting.length === 0 || isOfMutations(schema, getNamedType(team.type)))
        return mutationsBelow(schema, root, team ? [team] : fieldsOf(root)).map((names) => path(...names));
      // Queries reach the type of `team` too, so its fields that only choose are no mutations.
      return acting.map((field) => path('team', field.name));
    }
    if (under.length === 0) return usable(fieldsOf(root)).map((field) => path(field.name));
    const plain = (field: Field) => isLeafType(getNamedType(field.type)) && field.args.length === 0;
    const own = under.some(plain) ? [path('team')] : [];
    return [...own, ...under.filter((field) => !plain(field)).map((field) => path('team', field.name))];
  });
}

/** The mutations at or below fields, each by its shortest path. A type that groups mutations may lead to itself. */
export function mutationsBelow(
  schema: GraphQLSchema,
  owner: GraphQLNamedType,
  fields: readonly Field[],
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const places = [{ owner, fields, above: [] as readonly string[] }];
  const seen = new Set([owner]);
  for (const place of places)
    for (const field of usable(place.fields)) {
      const names = [...place.above, field.name];
      const path = names.join('.');
      if (isMutation(schema, place.owner, field)) found.set(path, names);
      else if (leadsToMutations(schema, place.owner, field))
        for (const type of withMembers(schema, getNamedType(field.type))) {
          if (!seen.has(type)) places.push({ owner: type, fields: fieldsOf(type), above: names });
          seen.add(type);
        }
    }
  return [...found.values()];
}

function withMembers(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  return isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
}

/** The root fields besides `team`, which {@link everyPath} skips. */
export function besideTeam(schema: GraphQLSchema): readonly string[] {
  return kinds.flatMap((kind) => {
    const root = rootType(schema, kind);
    if (!root || underTeam(root).length === 0) return [];
    const others = usable(fieldsOf(root)).filter((field) => field.name !== 'team');
    return others.map((field) => pathText({ kind, names: [field.name] }));
  });
}

const kinds = ['query', 'mutation'] as const;

function underTeam(root: GraphQLObjectType): readonly Field[] {
  const team = root.getFields()['team'];
  return team ? usable(fieldsOf(getNamedType(team.type))) : [];
}

function usable(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isDeprecated(field));
}
