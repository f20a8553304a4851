import type { IntrospectionOptions } from 'graphql';
import { isControlApiError } from '../../index.ts';
import { list, member } from './json.ts';

/** Sends one introspection query; what comes back is not yet known to be of any shape. */
export type Ask = (document: string) => Promise<{ data: unknown; errors: readonly string[] }>;

const featuresDocument = `query SchemaFeatures {
  schema: __type(name: "__Schema") { ...Members }
  type: __type(name: "__Type") { ...Members }
  field: __type(name: "__Field") { ...Members }
  directive: __type(name: "__Directive") { ...Members }
  input: __type(name: "__InputValue") { ...Members }
}
fragment Members on __Type { fields { name args { name } } }`;

/** What the server's introspection knows beyond the oldest specification. A server that won't say is asked for the least. */
export async function askFeatures(ask: Ask): Promise<IntrospectionOptions> {
  let data: unknown;
  try {
    ({ data } = await ask(featuresDocument));
  } catch (error) {
    if (isControlApiError(error, 'graphql') || (isControlApiError(error) && error.status === 400)) return {};
    throw error;
  }
  const knows = (type: string, field: string, argument?: string): boolean =>
    list(member(member(data, type), 'fields')).some(
      (entry) =>
        member(entry, 'name') === field &&
        (argument === undefined || list(member(entry, 'args')).some((arg) => member(arg, 'name') === argument)),
    );
  return {
    schemaDescription: knows('schema', 'description'),
    specifiedByUrl: knows('type', 'specifiedByURL'),
    oneOf: knows('type', 'isOneOf'),
    directiveIsRepeatable: knows('directive', 'isRepeatable'),
    inputValueDeprecation:
      knows('input', 'isDeprecated') &&
      knows('type', 'inputFields', 'includeDeprecated') &&
      knows('field', 'args', 'includeDeprecated') &&
      knows('directive', 'args', 'includeDeprecated'),
  };
}
