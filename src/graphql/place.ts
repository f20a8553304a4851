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
