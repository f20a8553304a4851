import type { EmulatorRequest, OperationReference } from './emulator-options.ts';

/** The number of requests that are kept, so that an emulator can run for days. */
const mostRequests = 100_000;

/** The requests themselves, or without their oldest tenth where there is no room for another one. */
export function keptRequests(requests: EmulatorRequest[]): EmulatorRequest[] {
  return requests.length < mostRequests ? requests : requests.slice(mostRequests / 10);
}

/** @throws {Error} if another operation arrived, or one of these never did. */
export function expectOperations(
  requests: readonly EmulatorRequest[],
  operations: readonly OperationReference[],
): void {
  const expected = new Set(operations.map(operationNameOf));
  const received = new Map<string, number>();
  for (const { operationName = '(anonymous)' } of requests)
    received.set(operationName, (received.get(operationName) ?? 0) + 1);
  const unexpected = [...received]
    .filter(([name]) => !expected.has(name))
    .map(([name, times]) => `${name} (${times === 1 ? 'once' : `${times} times`})`);
  const unused = [...expected].filter((name) => !received.has(name));
  const wrong = [
    unexpected.length > 0 && `The emulator received unexpected operations: ${unexpected.join(', ')}.`,
    unused.length > 0 && `The emulator never received these operations: ${unused.join(', ')}.`,
  ].filter(Boolean);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

export function operationNameOf(operation: OperationReference): string {
  return typeof operation === 'string' ? operation : operation.operationName;
}

/** A copy of variables. A key that a client sent as a variable is removed. */
export function withoutKeys(
  variables: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(variables);
  const found = keys.filter((key) => key.length >= 8 && text.includes(key));
  if (found.length === 0) return { ...variables };
  return JSON.parse(found.reduce((scrubbed, key) => scrubbed.replaceAll(key, '[redacted]'), text));
}
