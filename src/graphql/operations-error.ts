/**
 * The operations are at fault: one is invalid GraphQL, two have one name, or one doesn't fit the schema. The message lists
 * every place as `file:line:column`. Recognise it by `name`: a config file may load another copy of this module than the
 * command does.
 */
export class OperationsError extends Error {
  override readonly name = 'OperationsError';

  constructor(message: string) {
    super(message);
    // The generator prints the stacks of what plugins throw; ours would only bury the list.
    this.stack = message;
  }
}

/** @throws {OperationsError} listing `problems`, if there are any. */
export function refuse(summary: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new OperationsError(`${summary}:\n${problems.map((it) => `  ${it}`).join('\n')}`);
}
