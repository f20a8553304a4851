import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { print } from 'graphql';
import { endpointText } from '../../graphql/files/snapshot.ts';
import { exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { confirmMutation, narrowedBy } from '../listing/confirm-mutation.ts';
import { findDocument } from '../listing/find-document.ts';
import { readProjectOperation } from '../listing/project-operation.ts';
import { variableTypes } from '../listing/read-variables.ts';
import { type RequestOptions, twoInputs } from '../listing/send-request.ts';
import { openClient } from '../open-client.ts';
import { readProjectConfig } from '../project-config.ts';
import { requireKey } from '../settings.ts';
import { table, tableStyle } from '../table.ts';
import { Journal, type State } from './journal.ts';
import { misfit } from './misfit.ts';
import { type Item, readItems } from './read-items.ts';
import { type Run, sendLines, writeLine } from './send-lines.ts';

/** The input of `control-api request` with a file of variables. */
export interface ManyOptions extends Pick<RequestOptions, 'operation' | 'yes' | 'dryRun' | 'timeout'> {
  readonly variablesFile: string;
  readonly journal: string;
  readonly concurrency: number;
  readonly maxFailures: number | undefined;
}

/** Sends an operation once for each line of a file, and keeps a journal of it. Returns the exit code. */
export async function sendMany(word: string, options: ManyOptions, io: CliIo): Promise<number> {
  const { variablesFile: file, dryRun, concurrency, maxFailures = Number.POSITIVE_INFINITY } = options;
  if (word === '-' && file === '-') throw twoInputs();
  const config = await readProjectConfig(io);
  const project = await readProjectOperation(
    await findDocument(word, async () => config, io),
    config,
    options.operation,
    io,
  );
  const { operation } = project;
  const isQuery = operation.node.operation === 'query';
  const narrowing = isQuery || dryRun ? undefined : narrowedBy(io);
  if (narrowing !== undefined)
    throw usageError(`${operation.name} is a mutation, and CONTROL_API_ACCESS, set by ${narrowing}, refuses it.`);
  if (!dryRun) requireKey(io);
  await using client = await openClient(io, { timeoutMs: options.timeout, ...(dryRun && { apiKey: null }) });
  const text = print(operation.document);
  await using journal = await Journal.open(options.journal, headOf(text, io), dryRun, io);

  const source = readItems(chunksOf(file, io), (names) => variableTypes(names, operation.node, project.schema));
  let total = 0;
  const read = async (): Promise<IteratorResult<Item>> => {
    const next = await source.next();
    if (!next.done) total += 1;
    return next;
  };
  const schema = await project.schema();
  const misfitOf = (item: Item): string | undefined => misfit(item, operation, schema);
  const left = journal.left(read, isQuery);
  if (dryRun) return await showLines(left, misfitOf, io);

  let isAgreed = options.yes || isQuery;
  const agree = async (): Promise<void> => {
    if (!isAgreed) await confirmMutation(operation.name, project, ` for each line of ${file}`, io);
    isAgreed = true;
  };
  const isErrorList = await project.errorLists();
  const run = { client, journal, text, isQuery, isErrorList, misfitOf, agree, concurrency, maxFailures };
  await sendLines(left, run, io);
  // The rest is counted, unless a signal came: standard input may never end.
  while (!io.signal.aborted && !(await read()).done);
  await source.return(undefined);
  const { each, all } = journal.counts();
  const unsent = io.signal.aborted ? undefined : total - all;
  const rows = [...each, ['unsent', unsent] as const].filter(([, count]) => count !== 0);
  const shown = rows.map(([state, count]) => [state, count?.toLocaleString('en') ?? 'not counted']);
  io.stderr.write(table(['STATE', 'LINES'], shown, tableStyle(io)));
  const count = (state: State): number => each.get(state) ?? 0;
  if (!isQuery && count('unknown') + count('begun') > 0)
    io.note('What is unknown or begun may have been executed, and is not sent again: look whether it was.');
  return exitCodeOf(count, unsent ?? 1);
}

/** The first line of the journal. */
function headOf(text: string, { env }: CliIo): string {
  const origin = endpointText(env['CONTROL_API_URL'] ?? '').replace(/\/graphql$/, '');
  return JSON.stringify({ operation: createHash('sha256').update(text).digest('hex'), origin });
}

/** The exit code of a run by the worst state that a line is in. */
function exitCodeOf(count: (state: State) => number, unsent: number): number {
  if (count('unknown') + count('begun') + count('not-sent') + unsent > 0) return exitCodes.unknown;
  if (count('rejected') > 0) return exitCodes.refused;
  return count('refused') > 0 ? exitCodes.no : exitCodes.ok;
}

/** Prints the lines that would go, and says which do not fit. */
async function showLines(items: AsyncIterable<Item>, misfitOf: Run['misfitOf'], io: CliIo): Promise<number> {
  let [fit, wrong] = [0, 0];
  for await (const item of items) {
    const why = misfitOf(item);
    if (why === undefined) await writeLine(item, io);
    else io.note(`Line ${item.line} would not be sent: ${why}`);
    if (why === undefined) fit += 1;
    else wrong += 1;
  }
  io.note(`Nothing was sent. ${fit.toLocaleString('en')} would go, and ${wrong.toLocaleString('en')} would not.`);
  return wrong > 0 ? exitCodes.usage : exitCodes.ok;
}

async function* chunksOf(file: string, io: CliIo): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? io.stdin() : createReadStream(resolve(io.cwd, file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw usageError(`The file ${file} cannot be read (${code}): check its path and permissions.`);
  }
}
