import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import type { Answer, Ask } from './ask.ts';
import { IntrospectionError, openAdvice } from './introspection-error.ts';
import { member } from './json.ts';
import { allLevels, newerParts, schemaQuestion } from './question.ts';
import { readPieces } from './read-pieces.ts';
import { hiddenInputs, withUnseen } from './unseen.ts';
import { askUnsupported, namedParts } from './unsupported.ts';
import { validSchema } from './valid-schema.ts';

/**
 * Reads a schema with everything that the server supports; one that refuses the usual question is asked piece by piece.
 *
 * @param server - The subject of messages.
 */
export async function readLiveSchema(ask: Ask, descriptions: boolean, server: string): Promise<GraphQLSchema> {
  const unsupported = await askUnsupported(ask);
  const without = (lacking: ReadonlySet<string>) => (coordinate: string) =>
    !lacking.has(coordinate) && (descriptions || !coordinate.endsWith('.description'));
  // A server that does not say what it supports is asked for everything, then for what its refusal does not name, and
  // last for what every server has.
  const askWhole = async (levels: number, maxRetries?: number) => {
    let left = unsupported ?? new Set<string>();
    for (;;) {
      const reply = await ask(schemaQuestion({ asks: without(left), levels }), maxRetries);
      const fewer = new Set([...left, ...namedParts(reply.errors)]);
      const isLast = fewer.size === left.size && (unsupported !== undefined || left.size > 0);
      if (reply.errors.length === 0 || isLast) return { reply, left };
      left = fewer.size === left.size ? newerParts : fewer;
    }
  };
  const { reply, left } = await askWhole(allLevels);
  const noted = (
    schema: GraphQLSchema,
    lacking: ReadonlySet<string>,
    coordinates: ReadonlySet<string>,
  ): GraphQLSchema => withUnseen(schema, { ...hiddenInputs(lacking, unsupported), coordinates });
  if (reply.errors.length === 0) return noted(schemaIn(reply, server), left, new Set());
  // A flat question shows whether what it asks or its size was refused.
  const supported = unsupported ?? (await askWhole(2, 0)).left;
  const pieces = await readPieces(ask, without(supported));
  if (pieces !== undefined) return noted(build(pieces.data, server, pieces.unseen.size > 0), supported, pieces.unseen);
  if (reply.cause !== undefined) throw reply.cause;
  return schemaIn(reply, server);
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
  return build(data, server, false);
}

function incomplete(server: string, gap: string, cause?: unknown): IntrospectionError {
  const message = `${server} sent an incomplete schema: ${gap} Try again, or ask the service.`;
  return new IntrospectionError('partial', message, { cause });
}

/** Builds a schema from an introspection result. */
function build(introspection: unknown, server: string, assumeValid: boolean): GraphQLSchema {
  // Some servers describe everything with an empty text, which is no description.
  const described = (key: string, value: unknown): unknown => (key === 'description' && value === '' ? null : value);
  const result: IntrospectionQuery = JSON.parse(JSON.stringify(introspection), described);
  try {
    return validSchema(buildClientSchema(result, { assumeValid }));
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
