import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';

/** A schema with one field: for what is asked of any schema, whichever it is. */
export const smallestSchema: GraphQLSchema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { any: { type: GraphQLString } } }),
});
