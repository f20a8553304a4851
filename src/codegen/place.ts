import { relative } from 'node:path';
import { type ASTNode, getLocation } from 'graphql';

/** Where a piece of an operation is written, as editors and terminals link it: `operations/devices.graphql:3:5`. */
export function placeOf(node: ASTNode | undefined): string {
  const location = node?.loc;
  if (location === undefined) return 'an operation';
  const { line, column } = getLocation(location.source, location.start);
  const { locationOffset, name } = location.source;
  // An operation inside another file's text begins at an offset; a column counts from it on the first line alone.
  const shownLine = line + locationOffset.line - 1;
  const shownColumn = line === 1 ? column + locationOffset.column - 1 : column;
  return `${shownPath(name)}:${shownLine}:${shownColumn}`;
}

/** A file's path as short as it can be told from here. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
