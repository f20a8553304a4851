import type { ASTNode } from 'graphql';

/** A place in a source file. */
export type SourcePlace = {
  /** The path of the file, as in messages. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
};

/** The place of a node. The file is `''` if the node was not parsed. */
export function placeOf(node: ASTNode | undefined): SourcePlace {
  if (node?.loc === undefined) return { file: '', line: 1, column: 1 };
  const { source, startToken } = node.loc;
  return { file: source.name, line: startToken.line, column: startToken.column };
}

/** A place in the form that editors and terminals link: `operations/devices.graphql:3:5`. */
export function placeText(at: SourcePlace | ASTNode | undefined): string {
  const { file, line, column } = at && 'file' in at ? at : placeOf(at);
  return file === '' ? 'an operation' : `${file}:${line}:${column}`;
}

/** The line of the first git conflict marker in a text, from 1; undefined without one. */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}

/**
 * Operations that are invalid GraphQL, share a name or do not match the schema. The message lists every place as
 * `file:line:column`. Recognize the error by its `name`: a config file may load another copy of this module than the command.
 */
export class OperationsError extends Error {
  /** The class's name. */
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
