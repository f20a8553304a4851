import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Field, fieldsOf, requiredArguments } from '../../../graphql/fields.ts';
import { flatName, idName } from './names.ts';

/** The types of what is there once: what the root of queries gives without arguments and no list has, the team, and the tenant. */
export function singleTypes(
  query: GraphQLObjectType | null | undefined,
  reached: ReadonlySet<GraphQLCompositeType>,
  listedBy: ReadonlyMap<GraphQLObjectType, unknown>,
  identityOf: (type: GraphQLObjectType) => Field | undefined,
): readonly GraphQLObjectType[] {
  const roots = fieldsOf(query ?? undefined);
  const given = roots.flatMap((field) => {
    const { name, args } = field;
    const type = getNullableType(field.type);
    if (!isObjectType(type) || args.some(isRequiredArgument)) return [];
    return name === 'team' || (args.length === 0 && identityOf(type) && !listedBy.has(type)) ? [type] : [];
  });
  // The tenant is what most fields of others ask for by its id.
  const asking = roots.map((field) => ({
    type: getNamedType(field.type),
    ids: requiredArguments(field).flatMap(({ name }) => idName(name)?.words.join('') ?? []),
  }));
  const tenants = [...reached].filter(isObjectType).filter((type) => {
    const others = asking.filter((field) => field.type !== type && field.ids.includes(flatName(type.name)));
    return others.length > 2 && others.length * 2 > asking.length && identityOf(type) !== undefined;
  });
  return [...given, ...tenants];
}
