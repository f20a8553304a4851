import type { ReadHeader } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { AnswerHead } from '../../transport/transport.ts';
import type { GraphQLAnswer } from '../exchange/graphql-answer.ts';
import type { ReadCode } from './codes.ts';
import { type RetryAfter, readRetryAfter } from './retry-after.ts';

/** The facts of an answer's head, scrubbed of keys; they stay, whatever becomes of the body. */
export interface Evidence extends RetryAfter {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly header: ReadHeader;
}

/** Headers by which servers and the proxies before them commonly name a request; the document shows none. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** The means by which a client's answers are judged. */
export interface Judge {
  readonly redactor: Redactor;
  readonly classify?: ReadCode | undefined;
  /** Milliseconds since 1970, to read when a limit ends. */
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
  return {
    header,
    status,
    requestId: REQUEST_ID_HEADERS.map(header).find(Boolean),
    ...readRetryAfter({ status, header, errors: graphql?.errors ?? [], scrub: redactor.text }, epochMs()),
  };
}
