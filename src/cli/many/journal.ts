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
  readonly #path: string;
  /** As a person wrote it, for messages. */
  readonly #name: string;
  readonly #states: number[] = [];
  readonly #sums: number[] = [];
  /** Undefined where it is only read. */
  #file: FileHandle | undefined;
  #bytes = 0;
  #queued = { text: '', mustSync: false };
  #isShared = false;
  #written = Promise.resolve();

  private constructor(name: string, cwd: string) {
    this.#name = name;
    this.#path = resolve(cwd, name);
  }

  /**
   * Opens a journal, and begins one where there is none.
   *
   * @param head - Its first line: the operation and the origin.
   * @param isRead - Whether it is only read. One that is not there has no lines then.
   * @throws {ExitError} with code 2 if it has another first line, or cannot be read.
   */
  static async open(name: string, head: string, isRead: boolean, { cwd }: Pick<CliIo, 'cwd'>): Promise<Journal> {
    const journal = new Journal(name, cwd);
    try {
      await journal.#load(head);
      if (!isRead) await journal.#begin(head);
    } catch (error) {
      await journal[Symbol.asyncDispose]();
      throw journal.#problem(error, exitCodes.usage);
    }
    return journal;
  }

  /** How many lines are in each state. */
  counts(): ReadonlyMap<State, number> {
    const counts = new Map<State, number>(states.map((state) => [state, 0]));
    this.#states.forEach((index) => {
      const state = states[index];
      if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1);
    });
    return counts;
  }

  /** How many lines have a state. */
  get size(): number {
    return [...this.counts().values()].reduce((sum, count) => sum + count, 0);
  }

  /** The last line that has a state. */
  get last(): number {
    return this.#states.length - 1;
  }

  /** Whether the line of an item has a state, and whether it had the same variables. */
  find({ line, variables }: Item): 'none' | 'same' | 'other' {
    if (this.#states[line] === undefined) return 'none';
    return this.#sums[line] === sumOf(variables) ? 'same' : 'other';
  }

  /** Reads back the lines that are in one of some states when it begins. */
  async *inStates(wanted: readonly State[]): AsyncGenerator<Item> {
    const isLeft = this.#states.map((index) => wanted.some((state) => states[index] === state));
    if (!isLeft.includes(true)) return;
    for await (const { text } of linesOf(createReadStream(this.#path, { end: this.#bytes - 1 }))) {
      const entry = entryIn(text);
      if (entry === undefined || isLeft[entry.line] !== true) continue;
      isLeft[entry.line] = false;
      yield { line: entry.line, variables: entry.variables };
    }
  }

  /**
   * Writes the state of a line. `begun` is on the disk when this resolves.
   *
   * @throws {ExitError} with code 3 if it cannot be written, or another process writes to the journal.
   */
  async append(item: Item, state: State): Promise<void> {
    this.#note(item, state);
    const entry = { line: item.line, variables: item.variables, state, time: new Date().toISOString() };
    await this.#write(JSON.stringify(entry), state === 'begun').catch((error: unknown) => {
      throw this.#problem(error, exitCodes.unknown);
    });
    if (this.#isShared && state === 'begun')
      throw new ExitError(exitCodes.unknown, `Another process writes to ${this.#name}: let one of them end.`, 'output');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }

  async #load(head: string): Promise<void> {
    if (!existsSync(this.#path)) return;
    for await (const { text, isWhole } of linesOf(createReadStream(this.#path))) {
      if (this.#bytes === 0 && (isWhole ? text !== head : !head.startsWith(text)))
        throw usageError(`${this.#name} is not a journal of this operation at this origin: name another file.`);
      // A process that is killed tears its last line. A torn `begun` never left, and a torn later state leaves its `begun`.
      if (!isWhole) return;
      const entry = entryIn(text);
      if (entry !== undefined) this.#note(entry, entry.state);
      else if (this.#bytes > 0) throw usageError(`The journal ${this.#name} was changed: begin another one.`);
      this.#bytes += Buffer.byteLength(text) + 1;
    }
  }

  async #begin(head: string): Promise<void> {
    this.#file = await open(this.#path, 'a', 0o600);
    if ((await this.#file.stat()).size > this.#bytes) await truncate(this.#path, this.#bytes);
    if (this.#bytes === 0) await this.#write(head, true);
  }

  #note({ line, variables }: Item, state: State): void {
    this.#states[line] = states.indexOf(state);
    this.#sums[line] = sumOf(variables);
  }

  /** Lines that come while others are written go out together, with one sync. */
  #write(line: string, mustSync: boolean): Promise<void> {
    this.#queued = { text: `${this.#queued.text}${line}\n`, mustSync: this.#queued.mustSync || mustSync };
    this.#written = this.#written.then(async () => {
      const { text, mustSync } = this.#queued;
      if (text === '' || this.#file === undefined) return;
      this.#queued = { text: '', mustSync: false };
      await this.#file.appendFile(text);
      this.#bytes += Buffer.byteLength(text);
      if (!mustSync) return;
      await this.#file.datasync();
      this.#isShared ||= (await this.#file.stat()).size !== this.#bytes;
    });
    return this.#written;
  }

  #problem(error: unknown, exitCode: number): unknown {
    if (!(error instanceof Error) || !('code' in error) || error instanceof ExitError) return error;
    return new ExitError(
      exitCode,
      `The journal ${this.#name} cannot be used (${error.code}).`,
      'output',
      advice.output,
    );
  }
}

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
