import { setTimeout as pause } from 'node:timers/promises';
import { type ControlClient, isControlApiError } from '../../index.ts';
import { clearLine } from '../defaults.ts';
import type { CliIo } from '../io.ts';
import { type IsErrorList, refusalsIn } from '../listing/project-operation.ts';
import { withProgress } from '../listing/write-listing.ts';
import { problemOf, wordsBeside } from '../problem.ts';
import { json } from '../terminal.ts';
import type { Journal, State } from './journal.ts';
import type { Item } from './read-items.ts';

export interface Run {
  readonly client: ControlClient;
  readonly journal: Journal;
  readonly text: string;
  readonly isQuery: boolean;
  readonly isErrorList: IsErrorList;
  /** The reason why a line cannot be sent; undefined if it can. */
  misfitOf(item: Item): string | undefined;
  readonly concurrency: number;
  readonly maxFailures: number;
}

/** Sends items side by side until the run stops. Each item that began has its state in the journal when the promise resolves. */
export async function sendLines(left: AsyncIterable<Item>, run: Run, io: CliIo): Promise<void> {
  let failures = 0;
  let stopped: string | undefined;
  async function* going(): AsyncGenerator<readonly [Item]> {
    for await (const item of left) {
      if (stopped !== undefined || io.signal.aborted) return;
      yield [item];
    }
  }
  const items = withProgress(going(), 'lines', io);
  const forced = io.forced();
  const note = (text: string): void => {
    if (io.stderr.isTTY) io.stderr.write(clearLine);
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
      // The client waits no longer than its deadline, and the next call would be refused, too.
      if (retryAfterMs > 0) await pause(retryAfterMs, undefined, { signal: io.signal }).catch(() => {});
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: run.concurrency }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  if (stopped !== undefined) note(`${stopped}, so no further line was sent.`);
}

interface Sent {
  readonly state: State;
  /** The reason, if the line is not done. */
  readonly why?: string;
  readonly code?: string;
  readonly retryAfterMs?: number | undefined;
}

async function send(item: Item, run: Run, signal: AbortSignal, io: CliIo): Promise<Sent> {
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

export async function writeLine(value: object, { stdout, stderr }: CliIo): Promise<void> {
  if (stdout.isTTY && stderr.isTTY) stderr.write(clearLine);
  stdout.write(`${json(value)}\n`);
  await stdout.drained();
}
