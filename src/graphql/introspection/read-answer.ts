import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery, validateSchema } from 'graphql';
import { findGap } from './gaps.ts';
import { IntrospectionError } from './introspection-error.ts';
import { member } from './json.ts';

/**
 * The schema in an answer to an introspection query.
 *
 * @throws {IntrospectionError} if the answer has no schema, an incomplete one or an invalid one.
 */
export function schemaInAnswer({ data, errors }: { data: unknown; errors: readonly string[] }): GraphQLSchema {
  const first = errors[0] === undefined ? '' : ` The server reported: ${JSON.stringify(errors[0])}.`;
  if (member(data, '__schema') == null) {
    throw new IntrospectionError(
      'introspection_off',
      `The server answered without a schema.${first} Introspection is documented as open: check the base URL, or ask the service whether it was disabled.`,
    );
  }
  const gap = errors.length > 0 ? 'the answer has errors' : findGap(data);
  if (gap !== undefined) {
    throw new IntrospectionError(
      'partial',
      `The server sent an incomplete schema: ${gap}.${first} Try again, or ask the service.`,
    );
  }
  // Without a gap, the answer has the shape of an introspection result.
  const schema = build(data as IntrospectionQuery);
  const faults = validateSchema(schema);
  if (faults[0] !== undefined) throw invalid(faults[0].message, faults[0]);
  return schema;
}

function build(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
}

function invalid(fault: string, cause: unknown): IntrospectionError {
  const message = `The server's schema is invalid: ${fault} Report this to the service.`;
  return new IntrospectionError('invalid_schema', message, { cause });
}
