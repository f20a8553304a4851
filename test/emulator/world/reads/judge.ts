import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { type EmulatorOptions, startEmulator } from '../../../../src/emulator/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Any = any;

/** Asks an emulator through its public `fetch`, and keeps what it noted. */
export interface Asker {
  /** The data of an operation that must succeed. */
  ask(query: string, variables?: object): Promise<Any>;
  /** The data, and the codes of the errors. */
  answer(query: string, variables?: object): Promise<{ data: Any; codes: string[] }>;
}

/** What a check saw, and what is right. */
export type Seen = readonly [actual: unknown, right: unknown];

/** A check: its name, what it looks at, and whether the emulator may say that it does not understand. */
export type Check = readonly [name: string, look: (asker: Asker) => Promise<Seen>, verdict?: 'noted'];

/** Starts an emulator for one check. */
export async function asker(schema: string, options: EmulatorOptions = {}): Promise<Asker & { notes: string[] }> {
  const emulator = await startEmulator({ schema, listen: false, nulls: 0, onNote: () => {}, ...options });
  const notes: string[] = [];
  async function answer(query: string, variables: object = {}): Promise<{ data: Any; codes: string[] }> {
    const response = await emulator.fetch(`${emulator.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = (await response.json()) as Any;
    notes.push(...(emulator.requests.at(-1)?.notes ?? []));
    const codes = errors.map((error: Any) => error.extensions?.code ?? error.message);
    return { data, codes };
  }
  return {
    notes,
    answer,
    async ask(query, variables) {
      const { data, codes } = await answer(query, variables);
      if (codes.length > 0) throw new Error(codes.join('\n'));
      return data;
    },
  };
}

/** Makes a test of each check: what is asked for is answered right, or, where the table says so, noted. */
export function judge(schema: string, checks: readonly Check[], options: EmulatorOptions = {}): void {
  test.each(checks.map(([name, look, verdict = 'right']) => ({ name, look, verdict })))(
    '$name',
    async ({ look, verdict }) => {
      const each = await asker(schema, options);
      const [actual, right] = await look(each);
      const isRight = isDeepStrictEqual(actual, right);
      if (verdict === 'noted' && !isRight) expect(each.notes).not.toEqual([]);
      else expect(actual).toEqual(right);
      if (verdict === 'right') expect(each.notes).toEqual([]);
    },
  );
}

/** Makes checks of one list: the items that arguments leave, beside those that the same condition in code leaves. */
export function listChecks(
  list: (args: string) => { readonly query: string; readonly items: (data: Any) => Any[] },
  everything: string,
  rows: readonly (readonly [args: string, right: (all: Any[]) => Any[], verdict?: 'noted'])[],
): readonly Check[] {
  return rows.map(([args, right, verdict]): Check => {
    const look = async ({ ask }: Asker): Promise<Seen> => {
      const whole = list(everything);
      const all = whole.items(await ask(whole.query));
      // The condition holds for some and not for all, or it proves nothing.
      if (right === none || all.length === 0) expect(all).not.toEqual([]);
      else expect(right(all)).not.toEqual([]);
      const { query, items } = list(args);
      return [items(await ask(query)), right(all)];
    };
    const name = `a list with the arguments \`${args}\` has the right items`;
    return verdict ? [name, look, verdict] : [name, look];
  });
}

/** Nothing at all. */
export const none = (): Any[] => [];

/** A comparison by one value; null comes last. */
export function by(value: (item: Any) => Any, direction: 1 | -1 = 1): (one: Any, other: Any) => number {
  return (one, other) => {
    const [left, right] = [value(one), value(other)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -direction : direction;
  };
}

/** Pages through a list to its end, and returns the ids of each page. */
export async function pages(
  next: (cursor: string | null) => Promise<{ ids: string[]; cursor: string | null; more: boolean }>,
): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = null, turn = 0; turn < 200; turn += 1) {
    const page = await next(cursor);
    all.push(...page.ids);
    if (!page.more) return all;
    cursor = page.cursor;
  }
  throw new Error('The list does not end.');
}
