/** What TypeScript reports at one place. */
export interface CodeFault {
  /** The absolute path of the file, with forward slashes. */
  readonly path: string;
  /** The line in the file, from 1. */
  readonly line: number;
  /** The column in the line, from 1. */
  readonly column: number;
  /** The number of the error. */
  readonly code: number;
  /** What is wrong, in one line or several. */
  readonly message: string;
}

/**
 * The faults that were not there before: each as often as it was added. In a generated file, positions shift, so only the
 * file, the code and the message count there.
 */
export function newFaults<Found extends CodeFault>(
  before: readonly CodeFault[],
  after: readonly Found[],
  isGenerated: (path: string) => boolean,
): readonly Found[] {
  const keyOf = ({ path, line, column, code, message }: CodeFault): string =>
    JSON.stringify(isGenerated(path) ? [path, code, message] : [path, line, column, code, message]);
  const left = new Map<string, number>();
  for (const fault of before) left.set(keyOf(fault), (left.get(keyOf(fault)) ?? 0) + 1);
  return after.filter((fault) => {
    const count = left.get(keyOf(fault)) ?? 0;
    if (count > 0) left.set(keyOf(fault), count - 1);
    return count === 0;
  });
}
