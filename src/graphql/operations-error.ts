/**
 * The operations are invalid: one is invalid GraphQL, two have the same name, or one does not match the schema. The message
 * lists every place as `file:line:column`. Recognise it by `name`: a config file may load another copy of this module than
 * the command does.
 */
export class OperationsError extends Error {
  /** The class's name. */
  override readonly name = 'OperationsError';

  /** Made by the generator and `check`. */
  constructor(message: string) {
    super(message);
    // The generator prints the stacks of errors from plugins; a stack would only hide the list.
    this.stack = message;
  }
}

/** Throws an {@link OperationsError} with the list of problems, if there are any. */
export function refuse(summary: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new OperationsError(`${summary}:\n${problems.map((it) => `  ${it}`).join('\n')}`);
}
