import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** GitHub's public schema. It breaks rules about SDL alone, and a rule of graphql 17. */
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
