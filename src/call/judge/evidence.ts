import type { GraphQLFormattedError, ReadHeader } from '../../errors.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { AnswerHead } from '../../transport/transport.ts';
import type { GraphQLAnswer } from '../exchange/exchange.ts';
import type { ReadCode } from './graphql-errors.ts';

export interface Evidence extends RetryAfter {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly header: ReadHeader;
}

/** Headers that commonly name a request (inferred: the document shows none). */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

export interface JudgeServices {
  readonly redactor: Redactor;
  readonly classify?: ReadCode | undefined;
  readonly epochMs: () => number;
}

export function evidenceOf(
  answer: AnswerHead & { readonly graphql?: GraphQLAnswer | undefined },
  judging: JudgeServices,
): Evidence {
  const { redactor, epochMs } = judging;
  // Programs keep the header reader, so it must not refer to the body.
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

export interface RetryAfter {
  readonly retryAfterMs: number | undefined;
  readonly isSpent: boolean;
}

interface Said {
  readonly status: number;
  readonly header: ReadHeader;
  readonly errors: readonly GraphQLFormattedError[];
  readonly scrub: (text: string) => string;
}

/** The longest wait of `Retry-After` and its like in error extensions; else the reset of a limit that is used up. */
export function readRetryAfter({ status, header, errors, scrub }: Said, nowMs: number): RetryAfter {
  const longest = (waits: readonly (string | undefined)[]): number | undefined => {
    const all = waits.flatMap((it) => (it === undefined ? [] : (waitMs(it, nowMs) ?? [])));
    return all.length > 0 ? Math.max(...all) : undefined;
  };
  const limits = limitsIn(header);
  const resets = limits.filter(([left = status === 429 ? 0 : 1]) => Number(left) === 0).map(([, reset]) => reset);
  return {
    retryAfterMs: longest([header('retry-after'), ...errors.flatMap(waitsIn).map(scrub)]) ?? longest(resets),
    isSpent: limits.some(([left]) => Number(left) === 0),
  };
}

type Limit = readonly [left?: string | undefined, reset?: string | undefined];

function limitsIn(header: ReadHeader): readonly Limit[] {
  const named = ['', 'x-'].map((x) => `r=${header(`${x}ratelimit-remaining`)};t=${header(`${x}ratelimit-reset`)}`);
  const listed = (header('ratelimit') ?? '').split(/,(?=\s*")/);
  return [...named, ...listed].map((it) => [
    /\b(?:r|remaining)=(\d+)/.exec(it)?.[1],
    /\b(?:t|reset)=([\d.]+)/.exec(it)?.[1],
  ]);
}

const waitsIn = ({ extensions = {} }: GraphQLFormattedError): readonly string[] =>
  Object.entries(extensions)
    .filter(([name]) => /^retry[-_]?(?:after|in)(?:[-_]?seconds)?$/i.test(name))
    .map(([, value]) => String(value));

const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w -]{6,11} \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/** A longer wait (31 years) is a moment: seconds or milliseconds since 1970. */
const LONGEST_S = 1e9;

/** The milliseconds of a wait, or until a moment; undefined for anything else. */
function waitMs(wait: string, nowMs: number): number | undefined {
  const text = wait.trim();
  const isNumber = /^\d+(?:\.\d+)?$/.test(text);
  const value = Number(text);
  if (isNumber && value < LONGEST_S) return Math.ceil(value * 1000);
  const ofNumber = value < LONGEST_S * 1000 ? value * 1000 : value;
  const ofDate = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  const moment = isNumber ? ofNumber : ofDate;
  if (Number.isNaN(moment)) return undefined;
  return Math.min(Math.max(0, Math.ceil(moment - nowMs)), Number.MAX_SAFE_INTEGER);
}
