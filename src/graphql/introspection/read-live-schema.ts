import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { type Answer, type Ask, tryAsk } from './ask.ts';
import { isRefused, type SchemaAnswer } from './ask-schema.ts';
import { everyFeature, type Features, noFeature, withoutRefused } from './features.ts';
import { IntrospectionError, openAdvice } from './introspection-error.ts';
import { member } from './json.ts';
import { readPieces } from './pieces.ts';
import { type Unseen, withUnseen } from './unseen.ts';
import { validSchema } from './valid-schema.ts';

/**
 * Builds the schema of an answer; if the server refused the question, it is asked piece by piece.
 *
 * @param server - The subject of messages.
 * @throws {IntrospectionError} if the answer has no schema, an incomplete one or an invalid one.
 * @throws {ControlApiError} if the server cannot be reached or refuses every question.
 */
export async function readLiveSchema(
  ask: Ask,
  { known, whole, ...asked }: SchemaAnswer,
  server: string,
): Promise<GraphQLSchema> {
  let { extent } = asked;
  if (!isRefused(whole)) return withUnseen(schemaIn(whole, server), unseenBy(extent.features, known, new Set()));
  if (known === undefined) extent = { ...extent, features: await probeFeatures(ask) };
  const pieces = await readPieces(ask, extent);
  if (pieces === undefined) {
    if (whole.cause !== undefined) throw whole.cause;
    return schemaIn(whole, server);
  }
  const schema =
    pieces.unseen.size === 0 ? schemaIn({ data: pieces.data, errors: [] }, server) : build(pieces.data, server, true);
  return withUnseen(schema, unseenBy(extent.features, known, pieces.unseen));
}

/** A question that uses every feature and is otherwise as cheap and as flat as it can be. */
const probe = `{ __schema { directives { name isRepeatable args(includeDeprecated: true) { name isDeprecated } } types {
  name isOneOf specifiedByURL fields(includeDeprecated: true) { name args(includeDeprecated: true) { name } }
  inputFields(includeDeprecated: true) { name isDeprecated }
} } }`;

/** Finds out whether the features of a server or the size of the query made it refuse. */
async function probeFeatures(ask: Ask): Promise<Features> {
  const reply = await tryAsk(ask, probe, 0);
  return isRefused(reply) ? (withoutRefused(everyFeature, reply.errors) ?? noFeature) : everyFeature;
}

function unseenBy(asked: Features, known: Features | undefined, coordinates: ReadonlySet<string>): Unseen {
  return {
    deprecated: [...everyFeature.listsDeprecated].filter((place) => !asked.listsDeprecated.has(place)),
    mayHideOthers: known === undefined || known.inputDeprecation,
    coordinates,
  };
}

function schemaIn({ data, errors }: Answer, server: string): GraphQLSchema {
  const first = errors[0] === undefined ? '' : ` The server reported: ${JSON.stringify(errors[0])}.`;
  if (member(data, '__schema') == null) {
    throw new IntrospectionError('introspection_off', `${server} answered without a schema.${first} ${openAdvice}`);
  }
  const schema = member(data, '__schema');
  if (errors.length > 0) throw incomplete(server, `the answer has errors.${first}`);
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
  try {
    return validSchema(buildClientSchema(withoutEmpty(introspection) as IntrospectionQuery, { assumeValid }));
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    if (/^(?:Invalid or incomplete|Introspection result missing)/.test(fault))
      throw incomplete(server, `${fault.split('. ')[0]?.slice(0, 200)}.`, cause);
    const message = `${server} has an invalid schema: ${fault} Report this to the service.`;
    throw new IntrospectionError('invalid_schema', message, { cause });
  }
}

/** Some servers describe everything with an empty text, which is no description. */
function withoutEmpty(introspection: unknown): unknown {
  if (typeof introspection !== 'object' || introspection === null) return introspection;
  if (Array.isArray(introspection)) return introspection.map(withoutEmpty);
  const entries = Object.entries(introspection).filter(([name, value]) => name !== 'description' || value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutEmpty(value)]));
}
