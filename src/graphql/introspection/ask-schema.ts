import { createHash } from 'node:crypto';
import { type Ask, type Reply, tryAsk } from './ask.ts';
import { allLevels, type Extent, schemaDocument } from './documents.ts';
import { askFeatures, everyFeature, type Features, noFeature, withoutRefused } from './features.ts';

/** The answer to the question for the whole schema. */
export interface SchemaAnswer {
  /** The request. */
  readonly extent: Extent;
  /** The features that the server reports; undefined if it does not say. */
  readonly known: Features | undefined;
  readonly whole: Reply;
}

/**
 * Asks for a schema with every feature that the server supports. Nothing is built yet, so this needs no `graphql`.
 *
 * @throws {ControlApiError} if the server cannot be reached or refuses every question.
 */
export async function askSchema(ask: Ask, descriptions: boolean): Promise<SchemaAnswer> {
  const known = await askFeatures(ask);
  let extent: Extent = { features: known ?? everyFeature, descriptions, levels: allLevels };
  let whole = await tryAsk(ask, schemaDocument(extent));
  for (let features = nextFeatures(extent, whole, known); features; features = nextFeatures(extent, whole, known)) {
    extent = { ...extent, features };
    whole = await tryAsk(ask, schemaDocument(extent));
  }
  return { extent, known, whole };
}

/** Equal for equal answers to equal questions, and so for equal schemas; undefined for a refusal. */
export function answerDigest({ extent, known, whole }: SchemaAnswer): string | undefined {
  if (isRefused(whole)) return undefined;
  const supported = known && { ...known, listsDeprecated: [...known.listsDeprecated] };
  return createHash('sha256')
    .update(JSON.stringify([schemaDocument(extent), supported]))
    .update(JSON.stringify(whole.data))
    .digest('base64url');
}

/** Whether an answer is a refusal. */
export function isRefused({ errors, data }: Reply): boolean {
  return errors.length > 0 || data === undefined;
}

/**
 * The next question after a refusal. A server that did not say what it supports is first asked for everything, then for
 * what its refusal does not name, and last for what every server has.
 */
function nextFeatures({ features }: Extent, attempt: Reply, known: Features | undefined): Features | undefined {
  if (!isRefused(attempt)) return undefined;
  const left = withoutRefused(features, attempt.errors);
  if (left !== undefined) return left;
  return known === undefined && features === everyFeature ? noFeature : undefined;
}
