import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type ASTNode, getLocation, Source } from 'graphql';

/** Where a piece of an operation is written, as editors and terminals link it: `operations/devices.graphql:3:5`. */
export function placeOf(node: ASTNode | undefined): string {
  const location = node?.loc;
  if (location === undefined) return 'an operation';
  const { name, body } = location.source;
  const text = readIfPossible(name) ?? body;
  // In a TypeScript file the operation is a piece of the text, and its own lines are counted from the piece's beginning.
  const begin = Math.max(0, text.indexOf(body));
  const { line, column } = getLocation(new Source(text, name), begin + location.start);
  return `${shownPath(name)}:${line}:${column}`;
}

/** A file's path as short as it can be told from here. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
