import { GraphQLSchema, validateSchema } from 'graphql';

// Rules of graphql 17 alone. Services break them, GitHub's among them, and no tool depends on them.
const newRules = / is not deprecated, so implementation field | has invalid default value\b/;

/** @throws {GraphQLError} with the first fault by the rules that both majors of graphql share. */
export function validSchema(schema: GraphQLSchema): GraphQLSchema {
  const faults = validateSchema(schema);
  const fault = faults.find(({ message }) => !newRules.test(message));
  if (fault !== undefined) throw fault;
  return faults.length === 0 ? schema : new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
}
