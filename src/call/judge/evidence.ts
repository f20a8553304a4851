import type { ReadHeader } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { AnswerHead } from '../../transport/transport.ts';
import type { ReadCode } from './codes.ts';

/** The facts of an answer's head, scrubbed of keys; they stay, whatever becomes of the body. */
export interface Evidence {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
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

/** Reads the head of an answer. */
export function evidenceOf(head: AnswerHead, { redactor, epochMs }: Judge): Evidence {
  // Programs keep the reader of headers, which must not refer to the body of an answer.
  const read = head.header;
  const header = (name: string) => {
    const value: unknown = /^set-cookie$/i.test(name) ? undefined : read(name.toLowerCase());
    return typeof value === 'string' ? redactor.text(value) : undefined;
  };
  return {
    header,
    status: head.status,
    requestId: REQUEST_ID_HEADERS.map(header).find(Boolean),
    retryAfterMs: parseRetryAfter(head.header('retry-after'), epochMs()),
  };
}

/** HTTP's three forms of dates; what else they must be, `Date.parse` knows. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w -]{6,11} \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/**
 * `Retry-After` in milliseconds from `nowMs` (epoch): whole seconds or one of HTTP's three date forms, as RFC 9110 has it.
 * Undefined for anything else; a date in the past is 0.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return undefined;
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
