import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import { advice, ExitError, usageError } from '../exit.ts';
import { jsonIn } from '../files.ts';
import { type Item, linesOf } from './read-items.ts';

/** The states of a line, in the order of the table of counts. `begun` is written before a mutation leaves. */
export const states = ['done', 'refused', 'rejected', 'not-sent', 'unknown', 'begun'] as const;

export type State = (typeof states)[number];

/** The states of a file's lines, in an append-only file. Memory holds a reference and a number for each line. */
export class Journal implements AsyncDisposable {
  readonly #name: string;
  readonly #path: string;
  readonly #states: State[] = [];
  readonly #sums: number[] = [];
  /** Undefined if the journal is only read. */
  #file: FileHandle | undefined;
  #bytes = 0;
  #queued = { text: '', mustSync: false };
  #written = Promise.resolve();
  #isShared = false;

  private constructor(name: string, cwd: string) {
    this.#name = name;
    this.#path = resolve(cwd, name);
  }

  /**
   * Opens a journal, or begins one.
   *
   * @param head - The first line: the operation and the origin.
   * @param isRead - Whether nothing is written; a missing journal is empty then.
   */
  static async open(name: string, head: string, isRead: boolean, cwd: string): Promise<Journal> {
    const journal = new Journal(name, cwd);
    const path = journal.#path;
    try {
      if (existsSync(path)) await journal.#load(head);
      if (!isRead) journal.#file = await open(path, 'a', 0o600);
    } catch (error) {
      if (error instanceof ExitError || !(error instanceof Error && 'code' in error)) throw error;
      throw usageError(`The journal ${name} cannot be opened (${error.code}).`, advice.output);
    }
    if (journal.#file === undefined) return journal;
    if ((await journal.#file.stat()).size > journal.#bytes) await truncate(path, journal.#bytes);
    if (journal.#bytes === 0) await journal.#write(head, true);
    return journal;
  }

  /** The number of lines with a state. */
  get size(): number {
    return this.#states.filter(() => true).length;
  }

  count(state: State): number {
    return this.#states.filter((it) => it === state).length;
  }

  /** The items to send: after the comparison of the file with the journal, first the items of the journal that may go again. */
  async *left(items: AsyncIterator<Item>, isQuery: boolean): AsyncGenerator<Item> {
    const { length: end } = this.#states;
    // Calls run side by side: after a kill, a line without a state may stand before lines with one.
    const skipped: Item[] = [];
    // No `for await`: the caller reads the rest of the file to count it.
    let missing = this.size;
    let next = await items.next();
    for (; !next.done && next.value.line < end; next = await items.next()) {
      const { line, variables } = next.value;
      if (this.#states[line] === undefined) skipped.push(next.value);
      else if (this.#sums[line] === sumOf(variables)) missing -= 1;
      else throw usageError(`Line ${line} has other variables in the journal, ${restore}`);
    }
    if (missing > 0) throw usageError(`The file lacks lines of the journal, ${restore}`);
    yield* this.#again(isQuery);
    yield* skipped;
    for (; !next.done; next = await items.next()) yield next.value;
  }

  /** Writes the state of a line. `begun` is on the disk when the promise resolves. */
  async append(item: Item, state: State): Promise<void> {
    this.#note(item, state);
    const { line, variables } = item;
    const text = JSON.stringify({ line, variables, state, time: new Date().toISOString() });
    await this.#write(text, state === 'begun').catch((error: NodeJS.ErrnoException) => {
      throw new ExitError('output', `The journal ${this.#name} cannot be written (${error.code}).`, advice.output);
    });
    if (this.#isShared && state === 'begun')
      throw new ExitError('output', `Another process writes to ${this.#name}: let one of them end.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }

  /** Reads up to a torn last line: a torn `begun` never left, and a torn later state leaves its `begun`. */
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

  /** Reads back the lines that may go again. A mutation that may have been executed never goes again. */
  async *#again(isQuery: boolean): AsyncGenerator<Item> {
    const isLeft = this.#states.map((state) =>
      isQuery ? state !== 'done' : state === 'rejected' || state === 'not-sent',
    );
    if (!isLeft.includes(true)) return;
    for await (const { text } of linesOf(createReadStream(this.#path, { end: this.#bytes - 1 }))) {
      const { line = 0, variables = null } = entryIn(text) ?? {};
      if (isLeft[line] === true) yield { line, variables };
      isLeft[line] = false;
    }
  }

  #note({ line, variables }: Item, state: State): void {
    this.#states[line] = state;
    this.#sums[line] = sumOf(variables);
  }

  /** Lines that arrive during a write go out together, with one sync. */
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

/** Six bytes of a hash: as many as a number holds. */
function sumOf(variables: Item['variables']): number {
  return createHash('sha256').update(JSON.stringify(variables)).digest().readUIntBE(0, 6);
}
