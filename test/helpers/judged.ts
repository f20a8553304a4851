import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Any = any;

/** An emulator of a schema, as in the suite of an integrator. */
export interface Stranger {
  /** Sends an operation that must succeed, and returns its data. */
  ask(operation: string): Promise<Any>;
  /** The error messages of the answer to an operation. */
  errors(operation: string): Promise<readonly string[]>;
}

/** One check. It throws if a mutation did not do what it should. */
export type Checks = Readonly<Record<string, (stranger: Stranger) => Promise<void>>>;

/**
 * Runs checks, each on a world of its own. A check is right if it passes without a note, and wrong if it fails without one. A check
 * is `noted` if the emulator does not support its mutation, and says so.
 */
export function judge(kind: string, schema: string, checks: Checks, noted: readonly string[] = []): void {
  test(`${kind}: ${Object.keys(checks).length} mutations are right, or noted, and none is wrong in silence`, async () => {
    const found: Record<'noted' | 'wrong', string[]> = { noted: [], wrong: [] };
    const reasons: string[] = [];
    const emulator = await startEmulator({ schema, listen: false, onNote: () => {} });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
    const send = async (query: string): Promise<Any> => {
      const body = JSON.stringify({ query });
      return (await emulator.fetch(`${emulator.url}/graphql`, { method: 'POST', headers, body })).json();
    };
    for (const [name, check] of Object.entries(checks)) {
      emulator.reset();
      const before = emulator.requests.length;
      const said: string[] = [];
      const stranger: Stranger = {
        async ask(operation) {
          const { data, errors = [] } = await send(operation);
          said.push(...errors.map(({ message }: Any) => message));
          if (errors.length > 0) throw new Error('the operation failed');
          return data;
        },
        errors: async (operation) => ((await send(operation)).errors ?? []).map(({ message }: Any) => message),
      };
      const reason = await check(stranger).then(
        () => undefined,
        (error: unknown) => String(error),
      );
      said.push(...emulator.requests.slice(before).flatMap(({ notes }) => notes));
      if (reason === undefined && said.length === 0) continue;
      found[said.length > 0 ? 'noted' : 'wrong'].push(name);
      reasons.push([name, ...said, reason].join('\n  '));
    }
    expect(found, reasons.join('\n')).toEqual({ noted, wrong: [] });
  });
}
