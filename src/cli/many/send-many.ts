import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { print } from 'graphql';
import { endpointText } from '../../graphql/files/commands.ts';
import { exitCodes, usageError } from '../exit.ts';
import { codeOf } from '../files.ts';
import type { CliIo } from '../io.ts';
import { findDocument } from '../listing/find-document.ts';
import { confirmMutation, narrowedBy, readProjectOperation } from '../listing/project-operation.ts';
import { variableTypes } from '../listing/read-variables.ts';
import { type RequestOptions, twoInputs } from '../listing/send-request.ts';
import { openClient } from '../open-client.ts';
import { readProjectConfig } from '../project-config.ts';
import { requireKey } from '../settings.ts';
import { table, tableStyle } from '../table.ts';
import { Journal, states } from './journal.ts';
import { type Item, misfit, readItems } from './read-items.ts';
import { type Run, sendLines, writeLine } from './send-lines.ts';

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
    throw usageError(`The file ${file} cannot be read (${codeOf(error)}): check its path and permissions.`);
  }
}
