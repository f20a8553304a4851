import { setTimeout as pause } from 'node:timers/promises';
import { type ControlClient, isControlApiError } from '../../index.ts';
import type { CliIo } from '../io.ts';
import { type IsErrorList, refusalsIn } from '../listing/refusals.ts';
import { withProgress } from '../listing/write-listing.ts';
import { problemOf } from '../problem.ts';
import { wordsBeside } from '../report-problem.ts';
import { json } from '../visible.ts';
import type { Journal, State } from './journal.ts';
import type { Item } from './read-items.ts';

/** The calls of a run: the operation, its journal, and how many at once. */
export interface Run {
  readonly client: ControlClient;
  readonly journal: Journal;
  /** The operation. */
  readonly text: string;
  readonly isQuery: boolean;
  readonly isErrorList: IsErrorList;
  /** Says why a line cannot be sent. */
  misfitOf(item: Item): string | undefined;
  /** Resolves when a person has agreed to all that is sent. */
  agree(): Promise<void>;
  readonly concurrency: number;
  readonly maxFailures: number;
}

/** Sends items, several at once, until the run is stopped. Each that began has its state in the journal when this resolves. */
export async function sendLines(left: AsyncIterable<Item>, run: Run, io: CliIo): Promise<void> {
  let failures = 0;
  let stopped: string | undefined;
  async function* going(): AsyncGenerator<readonly [Item]> {
    for await (const item of left) {
      await run.agree();
      if (stopped !== undefined || io.signal.aborted) return;
      yield [item];
    }
  }
  const items = withProgress(going(), 'lines', io);
  const forced = io.forced();
  const note = (text: string): void => {
    if (io.stderr.isTTY) io.stderr.write(over);
    io.note(text);
  };
  const work = async (): Promise<void> => {
    for await (const [item] of items) {
      const { state, why, code, retryAfterMs = 0 } = await send(item, run, forced, io);
      await run.journal.append(item, state);
      if (state === 'done') continue;
      note(`Line ${item.line} is ${state}: ${why}`);
      failures += 1;
      if (code === 'unauthenticated') stopped ??= 'The service does not accept the key';
      if (failures >= run.maxFailures) stopped ??= `${failures} lines are not done`;
      // The service asks for a longer wait than a call has.
      if (retryAfterMs > 0) await pause(retryAfterMs, undefined, { signal: io.signal }).catch(() => {});
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: run.concurrency }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  if (stopped !== undefined) note(`${stopped}, so no further line was sent.`);
}

/** The end of a line: its state, the reason where it is not done, and facts of an error. */
interface Ended {
  readonly state: State;
  readonly why?: string;
  readonly code?: string;
  readonly retryAfterMs?: number | undefined;
}

async function send(item: Item, run: Run, signal: AbortSignal, io: CliIo): Promise<Ended> {
  const misfit = run.misfitOf(item);
  if (misfit !== undefined) return { state: 'not-sent', why: misfit };
  if (!run.isQuery) await run.journal.append(item, 'begun');
  try {
    const data = await run.client.request<unknown>(run.text, item.variables ?? {}, { signal });
    await writeLine({ line: item.line, data }, io);
    const [refusal] = run.isQuery ? [] : refusalsIn(data, run.isErrorList);
    return refusal === undefined ? { state: 'done' } : { state: 'refused', why: refusal };
  } catch (error) {
    if (!isControlApiError(error)) throw error;
    const { message, serverMessage } = await problemOf(error);
    const why = [message, ...wordsBeside(message, serverMessage)].join(' ');
    return { state: error.outcome, why, code: error.code, retryAfterMs: error.retryAfterMs };
  }
}

/** Clears the line of progress on a terminal. */
const over = '\r\u001b[K';

/** Writes a line of data. */
export async function writeLine(value: object, { stdout, stderr }: CliIo): Promise<void> {
  if (stdout.isTTY && stderr.isTTY) stderr.write(over);
  stdout.write(`${json(value)}\n`);
  await stdout.drained();
}
