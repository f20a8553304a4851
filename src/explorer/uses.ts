import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isInputObjectType, isOutputType } from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import { fieldsOf } from '../graphql/fields.ts';

/**
 * The uses of a type: the fields that return it, alone, in lists or in pages, and the arguments and input fields that
 * accept it. The fields of connections and edges are skipped: they only lead to the items.
 */
export function usesOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const plumbing = new Set<GraphQLNamedType | undefined>();
  for (const one of types) {
    const connection = isOutputType(one) ? asConnection(one) : undefined;
    if (connection) plumbing.add(one).add(connection.edge);
  }
  return types.flatMap((parent) => {
    if (isInputObjectType(parent)) {
      const fields = Object.values(parent.getFields()).filter((field) => getNamedType(field.type) === type);
      return fields.map((field) => `${parent.name}.${field.name}`);
    }
    if (plumbing.has(parent)) return [];
    return fieldsOf(parent).flatMap((field) => {
      const place = `${parent.name}.${field.name}`;
      const returns = getNamedType(field.type) === type || asConnection(field.type)?.node === type;
      const takes = field.args.filter((argument) => getNamedType(argument.type) === type);
      return [...(returns ? [place] : []), ...takes.map((argument) => `${place}(${argument.name}:)`)];
    });
  });
}
