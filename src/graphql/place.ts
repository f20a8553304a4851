import { type ASTNode, getLocation } from 'graphql';

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
export function placeOf({ loc }: ASTNode): SourcePlace {
  if (loc === undefined) return { file: '', line: 1, column: 1 };
  return { file: loc.source.name, ...getLocation(loc.source, loc.start) };
}

/** A place in the form that editors and terminals link: `operations/devices.graphql:3:5`. */
export function placeText(at: SourcePlace | ASTNode | undefined): string {
  if (at === undefined) return 'an operation';
  const { file, line, column } = 'file' in at ? at : placeOf(at);
  return file === '' ? 'an operation' : `${file}:${line}:${column}`;
}
