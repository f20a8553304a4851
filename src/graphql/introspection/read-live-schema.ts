import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import type { Answer, Ask } from './ask.ts';
import { hiddenBy, withHiddenInputs } from './hidden-inputs.ts';
import { IntrospectionError, openAdvice } from './introspection-error.ts';
import { member } from './json.ts';
import { allLevels, newerParts, olderLevels, schemaQuestion } from './question.ts';
import { askUnsupported, namedParts } from './unsupported.ts';
import { validSchema } from './valid-schema.ts';

/**
 * Reads a whole schema with everything that the server supports: in today's form; where that is refused, without what the refusal
 * names; and last in the form that older servers know.
 *
 * @param server - The subject of messages.
 */
export async function readLiveSchema(ask: Ask, descriptions: boolean, server: string): Promise<GraphQLSchema> {
  const unsupported = await askUnsupported(ask);
  let lacking = unsupported ?? new Set<string>();
  let levels = allLevels;
  for (;;) {
    const asks = (it: string): boolean => !lacking.has(it) && (descriptions || !it.endsWith('.description'));
    const reply = await ask(schemaQuestion({ asks, levels }));
    if (reply.errors.length === 0) return withHiddenInputs(schemaIn(reply, server), hiddenBy(lacking, unsupported));
    const fewer = new Set([...lacking, ...namedParts(reply.errors)]);
    if (fewer.size > lacking.size) lacking = fewer;
    else if (levels > olderLevels) [levels, lacking] = [olderLevels, unsupported ? lacking : newerParts];
    else if (reply.cause !== undefined) throw reply.cause;
    else return schemaIn(reply, server);
  }
}

function schemaIn({ data, errors: [error] }: Answer, server: string): GraphQLSchema {
  const schema = member(data, '__schema');
  const said = error === undefined ? '' : ` The server reported: ${JSON.stringify(error)}.`;
  if (schema === undefined)
    throw new IntrospectionError('introspection_off', `${server} answered without a schema.${said} ${openAdvice}`);
  if (error !== undefined) throw incomplete(server, `the answer has errors.${said}`);
  if (typeof member(member(schema, 'queryType'), 'name') !== 'string')
    throw incomplete(server, 'it names no query type.');
  if (!Array.isArray(member(schema, 'directives'))) throw incomplete(server, 'it lists no directives.');
  return build(data, server);
}

function incomplete(server: string, gap: string, cause?: unknown): IntrospectionError {
  const message = `${server} sent an incomplete schema: ${gap} Try again, or ask the service.`;
  return new IntrospectionError('partial', message, { cause });
}

/** Builds a schema from an introspection result. */
function build(introspection: unknown, server: string): GraphQLSchema {
  // Some servers describe everything with an empty text, which is no description.
  const described = (key: string, value: unknown): unknown => (key === 'description' && value === '' ? null : value);
  const result: IntrospectionQuery = JSON.parse(JSON.stringify(introspection), described);
  try {
    return validSchema(buildClientSchema(result));
  } catch (cause) {
    // graphql 17 reads a name that is null without a check.
    if (cause instanceof TypeError) throw incomplete(server, 'a part of it is null.', cause);
    const fault = cause instanceof Error ? cause.message : String(cause);
    if (/^(?:Invalid or incomplete|Introspection result missing)/.test(fault))
      throw incomplete(server, `${fault.split(/\.(?: |$)/)[0]?.slice(0, 200)}.`, cause);
    const message = `${server} has an invalid schema: ${fault} Report this to the service.`;
    throw new IntrospectionError('invalid_schema', message, { cause });
  }
}
