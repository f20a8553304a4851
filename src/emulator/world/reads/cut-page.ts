import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import { readCursor } from './cursor.ts';
import { badInput } from './errors.ts';
import type { PageArguments } from './page-arguments.ts';
import type { Selected } from './select.ts';

/** One page: its positions, from `start` to before `end`, and whether there are items beside it. */
export interface PageSlice {
  readonly start: number;
  readonly end: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Cuts a page out of `total` items, as the connection specification of Relay does. `from` and `to` are where cursors are. */
export function slice(
  total: number,
  { first, last }: Pick<PageArguments, 'first' | 'last'>,
  from: number,
  to: number,
): PageSlice {
  let start = Math.min(from, total);
  let end = Math.max(Math.min(to, total), start);
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);
  return { start, end, hasNextPage: end < total, hasPreviousPage: start > 0 };
}

/** Cuts the page that the arguments ask for. */
export function cutPage(population: Population, list: Selected, asked: PageArguments): PageSlice {
  const after = asked.after == null ? undefined : placeOf(population, list, 'after', asked.after);
  const before = asked.before == null ? undefined : placeOf(population, list, 'before', asked.before);
  const from = after === undefined ? 0 : after.place + (after.isThere ? 1 : 0);
  return slice(list.items.length, asked, from + asked.skip, before?.place ?? list.items.length);
}

/** Where the object of a cursor is in a list, or would be if it were still there. */
function placeOf(
  population: Population,
  { items, compare }: Selected,
  argument: string,
  cursor: unknown,
): { readonly place: number; readonly isThere: boolean } {
  const named = readCursor(cursor);
  const family = named?.family === undefined ? undefined : population.known(named.family);
  const stored = named && family?.objects[named.index];
  if (named === undefined || (named.family !== undefined && stored === undefined))
    throw badInput(`\`${argument}\` is not a cursor of this emulator.`);
  const numberOf = (item: EmulatedObject, place: number): number => item.stored?.index ?? place;
  const place = items.findIndex((item, at) => (stored ? item.stored === stored : numberOf(item, at) === named.index));
  if (place >= 0) return { place, isThere: true };
  const gone = stored && population.view(stored);
  const next = items.findIndex((item, at) =>
    gone ? compare !== undefined && compare(item, gone) > 0 : numberOf(item, at) > named.index,
  );
  return { place: next < 0 ? items.length : next, isThere: false };
}
