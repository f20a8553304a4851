import { GraphQLSchema, validateSchema } from 'graphql';

/** Rules of graphql 17 that 16 does not have. Services in use break them, GitHub's among them, and no tool depends on them. */
const newRules = / is not deprecated, so implementation field | has invalid default value\b/;

/**
 * A schema that graphql-js takes for valid from now on; what only {@link newRules} forbid is let through, so that both majors
 * read the same schemas.
 *
 * @throws {GraphQLError} the first fault of a schema that is invalid.
 */
export function validSchema(schema: GraphQLSchema): GraphQLSchema {
  const faults = validateSchema(schema);
  const fault = faults.find(({ message }) => !newRules.test(message));
  if (fault !== undefined) throw fault;
  return faults.length === 0 ? schema : new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
}
