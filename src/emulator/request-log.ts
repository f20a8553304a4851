import type { EmulatorRequest, OperationReference } from './emulator-options.ts';

/** How many requests are kept; the oldest go first, so that an emulator can run for days. */
const limit = 100_000;

/** The requests that an emulator received, and what a test may expect of them. */
export class RequestLog {
  #all: EmulatorRequest[] = [];

  get all(): readonly EmulatorRequest[] {
    return this.#all;
  }

  add(request: EmulatorRequest): void {
    if (this.#all.length >= limit) this.#all = this.#all.slice(limit / 10);
    this.#all.push(request);
  }

  clear(): void {
    this.#all = [];
  }

  /** @throws {Error} if another operation was received, or one of these never was. */
  expectOperations(operations: readonly OperationReference[]): void {
    const expected = new Set(operations.map(operationNameOf));
    const counts = new Map<string, number>();
    for (const { operationName = anonymous } of this.#all)
      counts.set(operationName, (counts.get(operationName) ?? 0) + 1);
    const unexpected = [...counts].filter(([name]) => !expected.has(name));
    const unused = [...expected].filter((name) => !counts.has(name));
    const times = ([name, count]: readonly [string, number]): string =>
      `${name} (${count === 1 ? 'once' : `${count} times`})`;
    const wrong = [
      unexpected.length > 0 && `The emulator received unexpected operations: ${unexpected.map(times).join(', ')}.`,
      unused.length > 0 && `The emulator never received these operations: ${unused.join(', ')}.`,
    ].filter(Boolean);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  }
}

const anonymous = '(anonymous)';

/** The name of an operation, given by itself or by a generated operation. */
export function operationNameOf(operation: OperationReference): string {
  return typeof operation === 'string' ? operation : operation.operationName;
}
