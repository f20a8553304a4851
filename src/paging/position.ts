import { wrongOption } from '../call/options/read-options.ts';

/** The value that asks for the next page: commonly a string; a schema may make it a number. */
export type Cursor = string | number;

/** A place in a list, to begin from: plain JSON, so it can be stored. */
export interface ListPosition {
  /** The cursor that asks for the page; null for the page with which the list begins. */
  readonly cursor: Cursor | null;
  /** How many nodes behind that cursor are already handled; null nodes don't count. @defaultValue 0 */
  readonly skip?: number | undefined;
}

/** Where a page begins. */
export interface PageStart extends ListPosition {
  readonly skip: number;
}

/** Whether a value can be a cursor. */
export function isCursor(value: unknown): value is Cursor {
  return typeof value === 'string' || typeof value === 'number';
}

/** @throws {ControlApiError} for a value that is not a position, such as a bare cursor. */
export function readPosition(from: ListPosition): ListPosition {
  const { cursor, skip = 0 } = from ?? {};
  if ((cursor === null || (cursor !== '' && isCursor(cursor))) && Number.isSafeInteger(skip) && skip >= 0) {
    return { cursor, skip };
  }
  throw wrongOption('from', '`{ cursor, skip }`: a cursor or null, and a whole number from 0.');
}
