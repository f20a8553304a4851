/**
 * Operations that are invalid GraphQL, share a name or do not match the schema. The message lists every place as
 * `file:line:column`. Recognize the error by its `name`: a config file may load another copy of this module than the command.
 */
export class OperationsError extends Error {
  /** The name of the class. */
  override readonly name = 'OperationsError';

  /** Thrown by the generator and `check`. */
  constructor(message: string) {
    super(message);
    // GraphQL Code Generator prints stacks of plugin errors, and a stack would hide the list.
    this.stack = message;
  }
}

/** Throws an {@link OperationsError} if there are problems. */
export function refuse(summary: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new OperationsError(`${summary}:\n${problems.map((it) => `  ${it}`).join('\n')}`);
}
