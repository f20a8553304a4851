import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { print } from 'graphql';
import { endpointText } from '../../graphql/files/commands.ts';
import { type ControlApiError, type ControlClient, isControlApiError, type Outcome } from '../../index.ts';
import { clearLine } from '../defaults.ts';
import { exitCodes, usageError } from '../exit.ts';
import { unreadable } from '../files.ts';
import type { CliIo } from '../io.ts';
import { problemOf, wordsBeside } from '../problem.ts';
import { readProjectConfig } from '../project-config.ts';
import { openClient, requireKey } from '../settings.ts';
import { table, tableStyle } from '../table.ts';
import { json } from '../terminal.ts';
import { Journal, states } from './journal.ts';
import {
  confirmMutation,
  findDocument,
  type IsErrorList,
  narrowedBy,
  readProjectOperation,
  refusalsIn,
} from './project-operation.ts';
import { type Item, misfit, readItems } from './read-items.ts';
import { variableTypes } from './read-variables.ts';
import { type RequestOptions, twoInputs } from './send-request.ts';
import { withProgress } from './write-listing.ts';

/** The options of `control-api request` with a file of variables. */
export interface ManyOptions extends Pick<RequestOptions, 'operation' | 'yes' | 'dryRun' | 'timeout'> {
  readonly variablesFile: string;
  readonly journal: string;
  readonly concurrency: number;
  readonly maxFailures: number | undefined;
}

/** Sends an operation once for each line of a file, and keeps a journal. Returns the exit code. */
export async function sendMany(word: string, options: ManyOptions, io: CliIo): Promise<number> {
  const { variablesFile: file, dryRun, concurrency, maxFailures = Number.POSITIVE_INFINITY } = options;
  if (word === '-' && file === '-') throw twoInputs();
  const config = await readProjectConfig(io);
  const found = await findDocument(word, config, io);
  const project = await readProjectOperation(found, config, options.operation, io);
  const { operation } = project;
  const isQuery = operation.node.operation === 'query';
  const narrowing = isQuery || dryRun ? undefined : narrowedBy(io);
  if (narrowing !== undefined)
    throw usageError(`${operation.name} is a mutation, and CONTROL_API_ACCESS, set by ${narrowing}, refuses it.`);
  if (!dryRun) requireKey(io);
  await using client = await openClient(io, { timeoutMs: options.timeout, ...(dryRun && { apiKey: null }) });
  const text = print(operation.document);
  await using journal = await Journal.open(options.journal, headOf(text, io), dryRun, io.cwd);

  let total = 0;
  async function* counted(): AsyncGenerator<Item> {
    const typesOf = (names: readonly string[]) => variableTypes(names, operation.node, project.schema);
    for await (const item of readItems(chunksOf(file, io), typesOf)) {
      total += 1;
      yield item;
    }
  }
  async function* agreed(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    let isAsked = options.yes || isQuery;
    for await (const item of items) {
      if (!isAsked) await confirmMutation(operation.name, project, ` for each line of ${file}`, io);
      isAsked = true;
      yield item;
    }
  }
  const items = counted();
  const schema = await project.schema();
  const misfitOf = (item: Item): string | undefined => misfit(item, operation, schema);
  const left = journal.left(items, isQuery);
  if (dryRun) return await showLines(left, misfitOf, io);

  const isErrorList = await project.errorLists();
  const run = { client, journal, text, isQuery, isErrorList, misfitOf, concurrency, maxFailures };
  await sendLines(agreed(left), run, io);
  // After a signal, the rest is not counted: standard input may never end.
  while (!io.signal.aborted && !(await items.next()).done);
  await items.return(undefined);
  const unsent = io.signal.aborted ? undefined : total - journal.size;
  const rows = [...states.map((state) => [state, journal.count(state)] as const), ['unsent', unsent] as const];
  const shown = rows
    .filter(([, count]) => count !== 0)
    .map(([state, count]) => [state, count?.toLocaleString('en') ?? 'not counted']);
  io.stderr.write(table(['STATE', 'LINES'], shown, tableStyle(io)));
  if (!isQuery && journal.count('unknown') + journal.count('begun') > 0)
    io.note(
      `Lines that are unknown or begun in ${options.journal} may have been executed, and are not sent again: look whether each was (docs/retries.md).`,
    );
  return exitCodeOf(journal, unsent ?? 1);
}

function headOf(text: string, { env }: CliIo): string {
  const origin = endpointText(env['CONTROL_API_URL'] ?? '').replace(/\/graphql$/, '');
  return JSON.stringify({ operation: createHash('sha256').update(text).digest('hex'), origin });
}

/** The exit code of the worst state of a line. */
function exitCodeOf(journal: Journal, unsent: number): number {
  const has = (...some: Parameters<Journal['count']>[0][]): boolean => some.some((state) => journal.count(state) > 0);
  if (unsent > 0 || has('unknown', 'begun', 'not-sent')) return exitCodes.unknown;
  if (has('rejected')) return exitCodes.refused;
  return has('refused') ? exitCodes.no : exitCodes.ok;
}

/** Prints the lines to send, and reports those that do not fit. */
async function showLines(items: AsyncIterable<Item>, misfitOf: Run['misfitOf'], io: CliIo): Promise<number> {
  let [fit, wrong] = [0, 0];
  for await (const item of items) {
    const why = misfitOf(item);
    if (why === undefined) {
      await writeLine(item, io);
      fit += 1;
    } else {
      io.note(`Line ${item.line} would not be sent: ${why}`);
      wrong += 1;
    }
  }
  io.note(`Nothing was sent. ${fit.toLocaleString('en')} would go, and ${wrong.toLocaleString('en')} would not.`);
  return wrong > 0 ? exitCodes.usage : exitCodes.ok;
}

async function* chunksOf(file: string, io: CliIo): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? io.stdin() : createReadStream(resolve(io.cwd, file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

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
      const sent = await send(item, run, forced, io);
      await run.journal.append(item, sent.state);
      if (sent.ended === 'done') continue;
      note(`Line ${item.line} is ${sent.state}: ${sent.why}`);
      failures += 1;
      const error = sent.ended === 'failed' ? sent.error : undefined;
      if (error?.code === 'unauthenticated') stopped ??= 'The service does not accept the key';
      if (failures >= run.maxFailures) stopped ??= `${failures} lines are not done`;
      // The client waits no longer than its deadline, and the next call would be refused, too.
      if (error?.retryAfterMs) await pause(error.retryAfterMs, undefined, { signal: io.signal }).catch(() => {});
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: run.concurrency }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  if (stopped !== undefined) note(`${stopped}, so no further line was sent.`);
}

/** The end of a line: done; refused by its own check or by the payload; or failed with an error of the client. */
type Sent =
  | { readonly ended: 'done'; readonly state: 'done' }
  | { readonly ended: 'refused'; readonly state: 'not-sent' | 'refused'; readonly why: string }
  | { readonly ended: 'failed'; readonly state: Outcome; readonly why: string; readonly error: ControlApiError };

async function send(item: Item, run: Run, signal: AbortSignal, io: CliIo): Promise<Sent> {
  const misfit = run.misfitOf(item);
  if (misfit !== undefined) return { ended: 'refused', state: 'not-sent', why: misfit };
  if (!run.isQuery) await run.journal.append(item, 'begun');
  try {
    const data = await run.client.request<unknown>(run.text, item.variables ?? {}, { signal });
    await writeLine({ line: item.line, data }, io);
    const [refusal] = run.isQuery ? [] : refusalsIn(data, run.isErrorList);
    return refusal === undefined
      ? { ended: 'done', state: 'done' }
      : { ended: 'refused', state: 'refused', why: refusal };
  } catch (error) {
    if (!isControlApiError(error)) throw error;
    const { message, serverMessage } = problemOf(error);
    const why = [message, ...wordsBeside(message, serverMessage)].join(' ');
    return { ended: 'failed', state: error.outcome, why, error };
  }
}

export async function writeLine(value: object, { stdout, stderr }: CliIo): Promise<void> {
  if (stdout.isTTY && stderr.isTTY) stderr.write(clearLine);
  stdout.write(`${json(value)}\n`);
  await stdout.drained();
}
