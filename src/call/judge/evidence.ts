import { entryOf } from '../../base/is-record.ts';
import type { ReadHeader } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { AnswerHead } from '../../transport/transport.ts';
import type { GraphQLAnswer } from '../exchange/graphql-answer.ts';
import type { ReadCode } from './codes.ts';

/** The facts of an answer's head, scrubbed of keys; they stay, whatever becomes of the body. */
export interface Evidence {
  readonly status: number;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether nothing remains of a limit. */
  readonly isSpent?: boolean;
  readonly requestId: string | undefined;
  readonly header: ReadHeader;
}

/** Headers by which servers and the proxies before them commonly name a request; the document shows none. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** The means by which a client's answers are judged. */
export interface Judge {
  readonly redactor: Redactor;
  readonly classify?: ReadCode | undefined;
  /** Milliseconds since 1970, to read dates in `Retry-After`. */
  readonly epochMs: () => number;
}

/** Reads the head of an answer, and what its errors say of waiting. */
export function evidenceOf(
  answer: AnswerHead & { readonly graphql?: GraphQLAnswer | undefined },
  judge: Judge,
): Evidence {
  const { redactor, epochMs } = judge;
  // Programs keep the reader of headers, which must not refer to the body of an answer.
  const read = answer.header;
  const header = (name: string) => {
    const value: unknown = /^set-cookie$/i.test(name) ? undefined : read(name.toLowerCase());
    return typeof value === 'string' ? redactor.text(value) : undefined;
  };
  const { status, graphql } = answer;
  const isSpent = ['x-ratelimit-remaining', 'ratelimit-remaining'].some((name) =>
    /^0+$/.test(read(name)?.trim() ?? ''),
  );
  const now = epochMs();
  return {
    header,
    status,
    isSpent,
    requestId: REQUEST_ID_HEADERS.map(header).find(Boolean),
    retryAfterMs:
      parseRetryAfter(read('retry-after'), now) ??
      waitOfErrors(graphql) ??
      (isSpent || status === 429
        ? RESETS.map((it) => parseReset(read(it), now)).find((it) => it !== undefined)
        : undefined),
  };
}

/** Headers that say when a limit is reset: in seconds, or as seconds since 1970. The newer form has several limits in one header. */
const RESETS = ['ratelimit', 'ratelimit-reset', 'x-ratelimit-reset'];

/** Numbers of seconds above this are moments, not waits. */
const LONGEST_WAIT_S = 1e8;

function parseReset(header: string | undefined, nowMs: number): number | undefined {
  const [, seconds] =
    /^\s*(\d+(?:\.\d+)?)\s*$|\b(?:reset|t)\s*=\s*(\d+)/.exec(header ?? '')?.filter((it) => it !== undefined) ?? [];
  if (seconds === undefined) return undefined;
  return Number(seconds) > LONGEST_WAIT_S
    ? Math.max(0, Math.ceil(Number(seconds) * 1000 - nowMs))
    : inMs(Number(seconds));
}

/** The longest wait, in seconds, that an answer's errors name in their extensions. */
function waitOfErrors(graphql: GraphQLAnswer | undefined): number | undefined {
  const waits = (graphql?.errors ?? [])
    .flatMap(({ extensions }) =>
      ['retry_in_seconds', 'retryAfter', 'retry_after'].map((name) => entryOf(extensions, name)),
    )
    .filter((it): it is number => typeof it === 'number' && it >= 0);
  return waits.length > 0 ? inMs(Math.max(...waits)) : undefined;
}

const inMs = (seconds: number): number => Math.min(Math.ceil(seconds * 1000), Number.MAX_SAFE_INTEGER);

/** HTTP's three forms of dates; what else they must be, `Date.parse` knows. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w -]{6,11} \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/**
 * `Retry-After` in milliseconds from `nowMs` (epoch): seconds, rounded up, or one of HTTP's three date forms, as RFC 9110 has it.
 * Undefined for anything else; a date in the past is 0.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  if (/^\d+(?:\.\d+)?$/.test(value)) return inMs(Number(value));
  if (!HTTP_DATE.test(value)) return undefined;
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
