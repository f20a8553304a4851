import type { AnswerHead } from '../../transport/transport.ts';

/** Headers by which servers and the proxies before them commonly name a request; the document shows none. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** The id that an answer's headers give its request, where they do. */
export function requestIdOf(answer: AnswerHead): string | undefined {
  return REQUEST_ID_HEADERS.map(answer.header).find(Boolean);
}
