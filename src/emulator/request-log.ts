import type { EmulatorRequest, OperationReference } from './emulator-options.ts';

/** The requests that an emulator received, and what a test may expect of them. */
export interface RequestLog {
  readonly all: readonly EmulatorRequest[];
  add(request: EmulatorRequest): void;
  clear(): void;
  /** @throws {Error} if another operation was received, or one of these never was. */
  expectOperations(operations: readonly OperationReference[]): void;
}

/** How many requests are kept; the oldest go first, so that an emulator can run for days. */
const limit = 100_000;

/** Makes an empty log. */
export function createRequestLog(): RequestLog {
  let all: EmulatorRequest[] = [];
  return {
    get all() {
      return all;
    },
    add(request) {
      if (all.length >= limit) all = all.slice(limit / 10);
      all.push(request);
    },
    clear() {
      all = [];
    },
    expectOperations(operations) {
      const expected = new Set(operations.map(operationNameOf));
      const counts = new Map<string, number>();
      for (const { operationName = anonymous } of all) counts.set(operationName, (counts.get(operationName) ?? 0) + 1);
      const unexpected = [...counts].filter(([name]) => !expected.has(name));
      const unused = [...expected].filter((name) => !counts.has(name));
      if (unexpected.length + unused.length === 0) return;
      const times = ([name, count]: readonly [string, number]): string =>
        `${name} (${count === 1 ? 'once' : `${count} times`})`;
      throw new Error(
        [
          unexpected.length > 0 && `The emulator received unexpected operations: ${unexpected.map(times).join(', ')}.`,
          unused.length > 0 && `The emulator never received these operations: ${unused.join(', ')}.`,
        ]
          .filter(Boolean)
          .join('\n'),
      );
    },
  };
}

const anonymous = '(anonymous)';

/** The name of an operation, given by itself or by a generated operation. */
export function operationNameOf(operation: OperationReference): string {
  return typeof operation === 'string' ? operation : operation.operationName;
}
