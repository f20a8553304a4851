import { relative, resolve, sep } from 'node:path';
import { type ASTNode, getLocation } from 'graphql';

/** Where something is written. */
export interface SourcePlace {
  /** The file, as messages name it. */
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Column in the line, from 1. */
  readonly column: number;
}

/** Where a node is written. A node that was made rather than parsed has no file: `''`. */
export function placeOf({ loc }: ASTNode): SourcePlace {
  if (loc === undefined) return { file: '', line: 1, column: 1 };
  return { file: loc.source.name, ...getLocation(loc.source, loc.start) };
}

/** A place, or the place of a node, as editors and terminals link it: `operations/devices.graphql:3:5`. */
export function placeText(at: SourcePlace | ASTNode | undefined): string {
  if (at === undefined) return 'an operation';
  const { file, line, column } = 'file' in at ? at : placeOf(at);
  return file === '' ? 'an operation' : `${file}:${line}:${column}`;
}

/** A file's path as messages name it: relative to the folder a command runs in, with forward slashes. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, resolve(cwd, path)).split(sep).join('/');
}
