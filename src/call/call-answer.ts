import { hide } from '../base/hide.ts';
import type { ControlApiError, GraphQLFormattedError, ReadHeader } from '../errors.ts';
import { evidenceOf, type Judge } from './judge/evidence.ts';
import type { FailedCall } from './judge/failure.ts';
import type { Answered } from './judge/judge-answer.ts';
import { toError } from './to-error.ts';

/** The result of a call. */
export interface CallAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** The facts beside the data, scrubbed of every key. */
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  /** Says how the call went. */
  readonly meta: () => CallMeta;
  /** Makes the error for `errors`, for callers to whom partial data is a failure; present exactly where there are any. */
  readonly error: (() => ControlApiError) | undefined;
}

/** How a call went. */
export interface CallMeta {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** From the call to its answer, waiting included, in milliseconds. */
  readonly durationMs: number;
  /** The answer's size after decompression. */
  readonly bytes: number;
  /** The id that the answer's headers gave the request, where they gave one. */
  readonly requestId?: string;
  /** A header of the answer by its name, scrubbed of keys; never `set-cookie`. */
  readonly header: ReadHeader;
}

/** The result for the caller. Programs keep its parts, so these refer to no more than they show. */
export function answerOf(
  { data, answer, failure }: Answered,
  attempts: number,
  durationMs: number,
  judge: Judge,
  failed: FailedCall | undefined,
): CallAnswer {
  const { errors, extensions } = answer.graphql ?? {};
  const { redactor } = judge;
  return {
    data,
    meta: () => metaOf(evidenceOf(answer, judge), attempts, durationMs, answer.body.byteLength),
    errors: failure && errors && redactor.errors(errors),
    error: failed && (() => toError(failed)),
    extensions: extensions && (redactor.json(extensions) as typeof extensions),
  };
}

function metaOf(
  { status, requestId, header }: ReturnType<typeof evidenceOf>,
  attempts: number,
  durationMs: number,
  bytes: number,
): CallMeta {
  const meta = { status, attempts, durationMs, bytes };
  return hide(requestId === undefined ? meta : { ...meta, requestId }, { header });
}
