import { buildSchema, type GraphQLSchema } from 'graphql';

/** A schema with one field, and the types that every schema may use: for what is asked of any schema, whichever it is. */
export const smallestSchema: GraphQLSchema = buildSchema('type Query { any(a: ID, b: Int, c: Float): String }');
