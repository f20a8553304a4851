import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** A large public schema, for what small ones don't show. Its file defines two fields twice, which isn't our matter. */
export function githubSchema(): GraphQLSchema {
  return buildSchema(readFileSync('node_modules/@octokit/graphql-schema/schema.graphql', 'utf8'), {
    assumeValidSDL: true,
  });
}

/** The fixture schema of a team with devices. */
export function relaySchema(): GraphQLSchema {
  return buildSchema(readFileSync('test/fixtures/relay.graphql', 'utf8'));
}
