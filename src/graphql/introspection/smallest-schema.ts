import { buildSchema, type GraphQLSchema } from 'graphql';

/** A schema with one field: for what is asked of any schema, whichever it is. */
export const smallestSchema: GraphQLSchema = buildSchema('type Query { any: String }');
