import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import { advice, ExitError, exitCodes, usageError } from '../exit.ts';
import { jsonIn } from '../files.ts';
import type { CliIo } from '../io.ts';
import { linesOf } from './lines.ts';
import type { Item } from './read-items.ts';

/** The states of a line, in the order of the table of counts. `begun` is written before a mutation leaves. */
export const states = ['done', 'refused', 'rejected', 'not-sent', 'unknown', 'begun'] as const;

/** One of them. */
export type State = (typeof states)[number];

/** The states of the lines of a file, as a file that is only appended to. In memory are two numbers for each line. */
export class Journal implements AsyncDisposable {
  readonly #name: string;
  readonly #path: string;
  readonly #states: number[] = [];
  readonly #sums: number[] = [];
  /** Undefined where it is only read. */
  #file: FileHandle | undefined;
  #bytes = 0;
  #queued = { text: '', mustSync: false };
  #written = Promise.resolve();
  #isShared = false;

  private constructor(name: string, { cwd }: Pick<CliIo, 'cwd'>) {
    this.#name = name;
    this.#path = resolve(cwd, name);
  }

  /**
   * Opens a journal, and begins one where there is none.
   *
   * @param head - Its first line: the operation and the origin.
   * @param isRead - Whether it is only read. One that is not there has no lines then.
   * @throws {ExitError} with code 2 if it has another first line, or cannot be opened.
   */
  static async open(name: string, head: string, isRead: boolean, io: Pick<CliIo, 'cwd'>): Promise<Journal> {
    const journal = new Journal(name, io);
    const refuse = (error: NodeJS.ErrnoException): never => {
      if (error instanceof ExitError) throw error;
      throw usageError(`The journal ${name} cannot be opened (${error.code}).`, advice.output);
    };
    if (existsSync(journal.#path)) await journal.#load(head).catch(refuse);
    if (isRead) return journal;
    const file = await open(journal.#path, 'a', 0o600).catch(refuse);
    journal.#file = file;
    if ((await file.stat()).size > journal.#bytes) await truncate(journal.#path, journal.#bytes);
    if (journal.#bytes === 0) await journal.#write(head, true);
    return journal;
  }

  /** How many lines are in each state, and in any. */
  counts(): { readonly each: ReadonlyMap<State, number>; readonly all: number } {
    const counts = states.map(() => 0);
    this.#states.forEach((state) => {
      counts[state] = (counts[state] ?? 0) + 1;
    });
    const each = new Map(states.map((state, index) => [state, counts[index] ?? 0]));
    return { each, all: counts.reduce((sum, count) => sum + count, 0) };
  }

  /**
   * The items that have to go: those of the journal that may go again, once the file was compared with it, then the others.
   *
   * @param read - Reads the next item of the file. A caller that stops may read on.
   * @throws {ExitError} with code 2 before the first one, if lines of the journal are not those of the file.
   */
  async *left(read: () => Promise<IteratorResult<Item>>, isQuery: boolean): AsyncGenerator<Item> {
    const { length: end } = this.#states;
    const skipped: Item[] = [];
    let known = 0;
    let next = await read();
    for (; !next.done && next.value.line < end; next = await read()) {
      const { line, variables } = next.value;
      // Several lines are under way at once: where a process was killed, a few have no state, and later ones do.
      if (this.#states[line] === undefined) skipped.push(next.value);
      else if (this.#sums[line] === sumOf(variables)) known += 1;
      else throw usageError(`Line ${line} has other variables in the journal, ${restore}`);
    }
    if (known < this.counts().all) throw usageError(`The file lacks lines of the journal, ${restore}`);
    yield* this.#again(isQuery);
    yield* skipped;
    for (; !next.done; next = await read()) yield next.value;
  }

  /**
   * Writes the state of a line. `begun` is on the disk when this resolves.
   *
   * @throws {ExitError} with code 3 if it cannot be written, or another process writes to the journal.
   */
  async append(item: Item, state: State): Promise<void> {
    this.#note(item, state);
    const { line, variables } = item;
    const text = JSON.stringify({ line, variables, state, time: new Date().toISOString() });
    await this.#write(text, state === 'begun').catch((error: NodeJS.ErrnoException) => {
      const what = `The journal ${this.#name} cannot be written (${error.code}).`;
      throw new ExitError(exitCodes.unknown, what, 'output', advice.output);
    });
    if (this.#isShared && state === 'begun')
      throw new ExitError(exitCodes.unknown, `Another process writes to ${this.#name}: let one of them end.`, 'output');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }

  /** Reads a journal up to a torn last line: a torn `begun` never left, and a torn later state leaves its `begun`. */
  async #load(head: string): Promise<void> {
    for await (const { text, isWhole } of linesOf(createReadStream(this.#path))) {
      if (this.#bytes === 0 && (isWhole ? text !== head : !head.startsWith(text)))
        throw usageError(`${this.#name} is not a journal of this operation at this origin: name another file.`);
      if (!isWhole) return;
      const entry = entryIn(text);
      if (entry !== undefined) this.#note(entry, entry.state);
      else if (this.#bytes > 0) throw usageError(`The journal ${this.#name} was changed: begin another one.`);
      this.#bytes += Buffer.byteLength(text) + 1;
    }
  }

  /** Reads back the lines that may go again. A mutation that may have been executed never does. */
  async *#again(isQuery: boolean): AsyncGenerator<Item> {
    const mayGo = states.map((state) => (isQuery ? state !== 'done' : state === 'rejected' || state === 'not-sent'));
    const isLeft = this.#states.map((state) => mayGo[state] === true);
    if (!isLeft.includes(true)) return;
    for await (const { text } of linesOf(createReadStream(this.#path, { end: this.#bytes - 1 }))) {
      const { line = 0, variables = null } = entryIn(text) ?? {};
      if (isLeft[line] === true) yield { line, variables };
      isLeft[line] = false;
    }
  }

  #note({ line, variables }: Item, state: State): void {
    this.#states[line] = states.indexOf(state);
    this.#sums[line] = sumOf(variables);
  }

  /** Lines that come while others are written go out together, with one sync. */
  #write(line: string, mustSync: boolean): Promise<void> {
    this.#queued = { text: `${this.#queued.text}${line}\n`, mustSync: this.#queued.mustSync || mustSync };
    this.#written = this.#written.then(async () => {
      const { text, mustSync: syncs } = this.#queued;
      if (text === '' || this.#file === undefined) return;
      this.#queued = { text: '', mustSync: false };
      await this.#file.appendFile(text);
      this.#bytes += Buffer.byteLength(text);
      if (!syncs) return;
      await this.#file.datasync();
      this.#isShared ||= (await this.#file.stat()).size !== this.#bytes;
    });
    return this.#written;
  }
}

const restore = 'so nothing was sent: restore the file, or name another journal.';

function entryIn(text: string): (Item & { readonly state: State }) | undefined {
  const entry = jsonIn(text);
  if (!isRecord(entry)) return undefined;
  const { line, variables, state: named } = entry;
  const state = states.find((it) => it === named);
  if (state === undefined || typeof line !== 'number' || !Number.isSafeInteger(line)) return undefined;
  return { line, variables: isRecord(variables) ? variables : null, state };
}

/** Six bytes of a sum: as many as a number holds. */
function sumOf(variables: Item['variables']): number {
  return createHash('sha256').update(JSON.stringify(variables)).digest().readUIntBE(0, 6);
}
