import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** A large public schema, for what small ones don't show. Its file breaks rules of SDL, and a rule of graphql 17, which isn't our matter. */
export function githubSchema(): GraphQLSchema {
  return buildSchema(readFileSync('node_modules/@octokit/graphql-schema/schema.graphql', 'utf8'), {
    assumeValid: true,
    assumeValidSDL: true,
  });
}

/** The fixture schema of a team with devices. */
export function relaySchema(): GraphQLSchema {
  return buildSchema(readFileSync('test/fixtures/relay.graphql', 'utf8'));
}
