import { type GraphQLObjectType, getNamedType } from 'graphql';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { badInput } from './call.ts';
import type { PageArguments } from './page-arguments.ts';
import type { SelectedList } from './selected-list.ts';

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
export function cutPage(world: WorldParts, list: SelectedList, asked: PageArguments): PageSlice {
  const from = asked.after == null ? 0 : placeOf(world, list, 'after', asked.after);
  const to = asked.before == null ? list.length : placeOf(world, list, 'before', asked.before);
  return slice(list.length, asked, from + asked.skip, to);
}

/** The cursor of an item, in the type that a field has for it. A text names the object, so that it leads on when others come or go. */
export function cursorFor(type: GraphQLObjectType, field: string, item: EmulatedObject, place: number): unknown {
  if (getNamedType(type.getFields()[field]?.type)?.name === 'Int') return place;
  return Buffer.from(item.stored?.name ?? `at#${place}`).toString('base64url');
}

/** The place behind the object of a cursor, or before it; or where it would be if it were still in the list. */
function placeOf(world: WorldParts, list: SelectedList, argument: string, cursor: unknown): number {
  const text = typeof cursor === 'number' ? `at#${cursor}` : Buffer.from(String(cursor), 'base64url').toString();
  const [, family = '', digits = ''] = /^(\w+)#(\d{1,9})$/.exec(text) ?? [];
  const behind = argument === 'after' ? 1 : 0;
  if (family === 'at') return Number(digits) + behind;
  const stored = world.model.families.has(family) ? world.population.objectNamed(text) : undefined;
  if (stored === undefined) throw badInput(`\`${argument}\` is not a cursor of this emulator.`);
  const { place, isThere } = list.placeOf(world.population.view(stored));
  return isThere ? place + behind : place;
}
