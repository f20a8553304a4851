import { type ControlApiError, isControlApiError } from '../../src/errors.ts';
import type { Made, Read } from './callers.ts';
import { showsKey } from './hunt.ts';
import type { Delivery, Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import type { Plan, PlannedClient } from './plan.ts';
import { ITEMS, LATE } from './server.ts';

/** A broken promise, with the evidence. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** The first amount of the retry budget, and the least cost of a retry (documented on `maxRetries`). */
const BUDGET = 500;
const RETRY_COST = 5;
/** The cost of a retry that the service did not see, and the number of them within the 5 seconds for it. */
const UNSEEN_COST = 1;
const UNSEEN_TRIES = 4;
/** The longest time for the body of an answer that is not 2xx. */
const ERROR_BODY_MS = 2_000;

/** Judges the results of the callers by the facts of the world. */
export function judge(plan: Plan, all: readonly Made[], journal: Journal, keys: Keys): Violation[] {
  const found: Violation[] = [];
  for (const made of all) {
    const broken = (rule: string, what: string) =>
      found.push({ rule, what: `call ${made.call.id} (${made.call.kind}): ${what}` });
    settlesInTime(made, broken);
    if (made.error !== undefined && !isControlApiError(made.error)) {
      broken('every failure is a ControlApiError', String(made.error));
    }
    if (handedOut(made).some((it) => showsKey(it, keys))) broken('no key is handed out', 'a key can be read');
    const deliveries = journal.of(made.call.id);
    repetitions(plan, made, deliveries, broken);
    for (const { status = 200, headAt = 0, endedAt = 0 } of deliveries) {
      if (status === 200 || endedAt - headAt <= ERROR_BODY_MS) continue;
      broken("an error's body is read for two seconds at most", `${endedAt - headAt} ms`);
    }
    if (made.call.reader) lists(made, deliveries, broken);
    else if (isControlApiError(made.error)) failures(plan, made, made.error, deliveries, broken);
    else if (made.value !== undefined) answers(made, deliveries, broken);
  }
  // The client of each team has a budget of its own.
  for (const second of [false, true]) {
    const own = all.filter(({ call }) => keys.isOfSecond(call.id) === second);
    found.push(...load(own, journal));
  }
  return found;
}

type Broken = (rule: string, what: string) => void;

function settlesInTime(made: Made, broken: Broken): void {
  const { call, startedAt, timeoutMs, abortedAt, settledAt } = made;
  if (made.settled !== 1 || settledAt === undefined) {
    broken('every call settles once', `it settled ${made.settled} times`);
    return;
  }
  // A list asks for its schema, and then for each page, some of them lighter. Its reader works in between.
  const requests = call.reader ? ITEMS + 6 : 1;
  const works = call.reader?.worksMs ?? 0;
  const endsBy = startedAt + requests * (timeoutMs + works);
  if (settledAt > endsBy) broken('every call settles within its deadline', `${settledAt - endsBy} ms late`);
  // Pages that have arrived are still read: the current one and a prefetched one.
  if (abortedAt !== undefined && settledAt > Math.max(startedAt, abortedAt) + 2 * works) {
    broken('an abort is prompt', `${settledAt - abortedAt} ms after it`);
  }
}

/** The printed values of callers: errors, and everything beside the data. Data of a success stays untouched. */
function handedOut({ error, value, call }: Made): readonly unknown[] {
  if (error !== undefined) return [error];
  if (value === undefined || call.via !== 'execute' || call.reader) return [];
  const { data: _, ...beside } = value as { readonly data: unknown };
  return [beside];
}

function repetitions({ client }: Plan, made: Made, deliveries: readonly Delivery[], broken: Broken): void {
  const { call, maxRetries } = made;
  // The same question after a possible change of the schema is a call of its own.
  if (call.kind === 'devices') return;
  for (const request of byRequest(deliveries).values()) {
    let [retries, unseen, rekeys] = [0, 0, 0];
    for (const [index, delivery] of request.entries()) {
      const before = request[index - 1];
      if (!before) continue;
      const refused = isKeyRefused(made, before);
      if (refused) rekeys++;
      else if (before.wrote) retries++;
      else unseen++;
      const { retryAfterMs = 0, endedAt = 0 } = before;
      if (before.stale && isFree(client) && delivery.begunAt !== endedAt)
        broken(
          'a query whose kept connection had ended goes out again at once',
          `after ${delivery.begunAt - endedAt} ms`,
        );
      const heeded = before.rejected || (before.status ?? 0) >= 400;
      if (heeded && !refused && delivery.begunAt < endedAt + retryAfterMs) {
        broken('`Retry-After` is heeded', `${delivery.begunAt - endedAt} ms instead of ${retryAfterMs}`);
      }
    }
    if (retries > maxRetries) broken('`maxRetries` bounds a call', `${retries} retries of ${maxRetries}`);
    if (unseen > Math.max(maxRetries, UNSEEN_TRIES))
      broken('what is not sent is not tried without end', `${unseen} times`);
    if (rekeys > 1) broken('a refused key is replaced once a call', `${rekeys} times`);
  }
  if (call.kind !== 'mutation' && call.kind !== 'unreadable') return;
  const executed = deliveries.filter((it) => it.executed).length;
  if (executed > 1) broken('no mutation is executed twice', `${executed} times`);
  const repeated = deliveries.slice(0, -1).filter((it) => it.wrote && !it.rejected).length;
  const late = deliveries
    .slice(0, -1)
    .filter((it) => it.wrote && it.status !== undefined && LATE.has(it.status)).length;
  if (late > 0) broken('no mutation is sent again behind an answer that came late', `${late} times`);
  if (repeated > 0) broken('no mutation that may have left is sent again', `${repeated} times`);
}

/** Whether calls wait for an answer alone, without a limiter or a key function, and with room for all connections. */
function isFree({ room, key, maxConnections }: PlannedClient): boolean {
  return room === 0 && key === 'fixed' && maxConnections === 128;
}

function lists({ value, call, error }: Made, deliveries: readonly Delivery[], broken: Broken): void {
  // A silent delivery may fail a list that was made lighter before.
  const isFine = deliveries.every(
    ({ cancelled, status, planned: { line, answer } }) =>
      !cancelled &&
      status !== undefined &&
      line === 'fine' &&
      answer.body === 'data' &&
      answer.status === 200 &&
      !answer.fault,
  );
  if (isFine && isControlApiError(error) && (error.code === 'graphql' || error.code === 'incomplete_list'))
    broken('a list arrives, whatever its pages may hold', error.message);
  if (value === undefined) return;
  const { ids, whole } = value as Read;
  const expected = Array.from({ length: whole ? ITEMS : ids.length }, (_, index) => index);
  if (ids.join() !== expected.join()) broken('a list is whole, or an error', `${call.kind} gave ${ids.join()}`);
}

function failures(
  { client }: Plan,
  { startedAt, timeoutMs, settledAt = 0 }: Made,
  error: ControlApiError,
  deliveries: readonly Delivery[],
  broken: Broken,
): void {
  if (error.attempts !== deliveries.length) {
    broken('`attempts` is the number of deliveries', `${error.attempts} of ${deliveries.length}`);
  }
  const written = deliveries.filter((it) => it.wrote);
  const wrong = (what: string) => broken('`outcome` is true', `${error.outcome}, but ${what} (${error.code})`);
  if (error.outcome === 'not-sent' && deliveries.some((it) => it.received)) wrong('the service has its bytes');
  if (error.outcome === 'rejected' && deliveries.some((it) => it.executed)) wrong('it was executed');
  if (error.outcome === 'rejected' && !deliveries.some((it) => it.received)) wrong('the service knows nothing of it');
  if (error.outcome !== 'not-sent' && written.length === 0) wrong('not a byte left');
  if (error.outcome === 'unknown' && written.length > 0 && written.every((it) => it.rejected)) {
    wrong('every answer said that it was not executed');
  }
  const { status } = error;
  if (status !== undefined && !deliveries.some((it) => it.status === status)) {
    broken('`status` is one that was answered', String(status));
  }
  if (error.code !== 'timeout' || !isFree(client)) return;
  if (settledAt === startedAt + timeoutMs && !deliveries.some(({ endedAt }) => endedAt === settledAt)) {
    broken('no call waits for nothing', 'its deadline ended it between attempts');
  }
}

function answers({ call, value }: Made, deliveries: readonly Delivery[], broken: Broken): void {
  const { data, meta } = (call.via === 'execute' ? value : { data: value }) as {
    readonly data: { readonly look?: { readonly call: number }; readonly change?: { readonly call: number } };
    readonly meta?: { readonly attempts: number; readonly status: number };
  };
  const of = call.kind === 'query' ? data.look?.call : data.change?.call;
  if (of !== call.id) broken('a call gets its own answer', JSON.stringify(data));
  if (!deliveries.slice(-2).some((it) => it.answered && !it.cancelled)) {
    broken('data is what the service answered', 'the last delivery brought none');
  }
  if (call.kind !== 'query' && !deliveries.at(-1)?.executed) broken('data means executed', 'it was not');
  if (meta && meta.attempts !== deliveries.length) {
    broken('`attempts` is the number of deliveries', `${meta.attempts} of ${deliveries.length}`);
  }
}

/** The retries of all calls of a client are within its budget. A retry that helped is paid back. */
function load(calls: readonly Made[], journal: Journal): Violation[] {
  let spent = 0;
  let refunds = 0;
  for (const made of calls) {
    if (made.call.kind === 'devices') continue;
    for (const request of byRequest(journal.of(made.call.id)).values()) {
      const retried = request.slice(0, -1).filter((it) => !isKeyRefused(made, it));
      const helped = request.at(-1)?.answered === true;
      if (helped && !retried.pop()) refunds++;
      for (const { wrote, stale } of retried) spent += wrote && !stale ? RETRY_COST : UNSEEN_COST;
    }
  }
  if (spent <= BUDGET + refunds) return [];
  const what = `${spent} tokens for retries that did not help, ${refunds} calls that needed none`;
  return [{ rule: 'load stays within the retry budget', what }];
}

/** Whether the delivery after this one has another key. */
function isKeyRefused({ call }: Made, { refusedKey, rejected }: Delivery): boolean {
  return refusedKey && (rejected || call.kind === 'query' || call.kind === 'pages');
}

function byRequest(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const requests = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const known = requests.get(delivery.request);
    if (known) known.push(delivery);
    else requests.set(delivery.request, [delivery]);
  }
  return requests;
}
