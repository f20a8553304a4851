import type { IntrospectionOptions } from 'graphql';
import { isControlApiError } from '../../index.ts';
import { list, member } from './json.ts';

/** Sends one introspection query; the shape of the answer is not checked yet. */
export type Ask = (document: string) => Promise<{ data: unknown; errors: readonly string[] }>;

const featuresDocument = `query SchemaFeatures {
  schema: __type(name: "__Schema") { ...Members }
  type: __type(name: "__Type") { ...Members }
  field: __type(name: "__Field") { ...Members }
  directive: __type(name: "__Directive") { ...Members }
  input: __type(name: "__InputValue") { ...Members }
}
fragment Members on __Type { fields { name args { name } } }`;

/** The introspection features of the server beyond the oldest specification; none if the server does not answer the question. */
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
