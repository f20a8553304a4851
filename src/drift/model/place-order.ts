import type { SourcePlace } from '../../graphql/place.ts';

/** Sorts places by file, line and column. */
export function comparePlaces(a: SourcePlace | undefined, b: SourcePlace | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;
}
