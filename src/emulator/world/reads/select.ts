import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isOwn } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments } from './call.ts';
import { filterOf } from './filter.ts';
import { fieldNamed, hasField, isIdentity } from './named-field.ts';
import { isPagingArgument } from './page-arguments.ts';
import { type Order, SelectedList } from './selected-list.ts';

/** The items to select from. */
export interface Choice {
  readonly items: readonly EmulatedObject[];
  readonly type: GraphQLCompositeType;
  /** Decides whether an object is one of the items, by that object alone; undefined where others decide it. */
  readonly isItem?: ((stored: StoredObject) => boolean) | undefined;
  /** Whether the items have an order of their own. */
  readonly isOrdered?: boolean;
}

/** The names of arguments that say by which field a list is sorted, or in which direction. */
const orderNames = /^(?:(?:order|sort)(?:by|ings?|s|key|direction|order)?|direction|reverse)$/;

/** Leaves the objects that arguments ask for, in their order; `note` is called with the path of what is not understood. */
export function selectItems(
  world: WorldParts,
  { items, type, isItem, isOrdered }: Choice,
  args: Arguments,
  note: (argument: string) => void,
): SelectedList {
  const entries = Object.entries(args).filter(([name, value]) => value != null && !isPagingArgument(name, value));
  const sorting = entries.filter(([name]) => orderNames.test(flatName(name)) && !hasField(world.model, type, name));
  // A list of what is beside one of its items, such as `recommendations(productId:)`, has not that item.
  const beside = entries.filter(([name]) => namesOneItem(world, type, name));
  const others = entries.filter((entry) => !sorting.includes(entry) && !beside.includes(entry));
  const filter = filterOf(world, type, Object.fromEntries(others));
  const orders = ordersOf(world, type, sorting, note);
  for (const name of new Set([...beside.map(([name]) => name), ...filter.unknown])) note(name);
  const left = filter.selects ? items.filter(filter.test) : items;
  if (isOrdered && orders.length === 0) return new SelectedList(left);
  const itemFor = (stored: StoredObject): EmulatedObject | undefined => {
    const item = isItem?.(stored) ? world.population.view(stored, type) : undefined;
    return item && filter.test(item) ? item : undefined;
  };
  const follows = isItem && filter.isOwn && orders.every((order) => order.isOwn);
  return new SelectedList(left, { orders, itemFor: follows ? itemFor : undefined });
}

/** Whether an argument is the id of one item of a list, and not called as the items call it. */
function namesOneItem({ model }: WorldParts, type: GraphQLCompositeType, name: string): boolean {
  const { words = [], many } = idName(name) ?? {};
  return words.length > 0 && !many && isIdentity(model, type, name) && !hasField(model, type, name);
}

/** Whether a list descends, as a value such as `DESC` says; undefined if the value is no direction. Null is last in any case. */
function descends(value: unknown, name = ''): boolean | undefined {
  if (typeof value === 'boolean') return value !== /asc/i.test(name);
  const [, way] = /^(asc|desc)(?:ending)?(?:_nulls_last)?$/i.exec(typeof value === 'string' ? value : '') ?? [];
  return way === undefined ? undefined : way.toLowerCase() === 'desc';
}

/** The keys that arguments ask for: `NAME_DESC`, `{ field, direction }`, `{ name: ASC }`, several, or a key and a direction apart. */
function ordersOf(
  { model, reader }: WorldParts,
  type: GraphQLCompositeType,
  sorting: readonly (readonly [name: string, value: unknown])[],
  note: (argument: string) => void,
): readonly Order[] {
  /** The order by a field, or by the place of an object among all; undefined if nothing is called so. */
  function byName(name: string, isDescending = false): Order | undefined {
    const field = [name, `${name}_at`]
      .flatMap((each) => model.membersOf(type).map((member) => fieldNamed(model, member, each)))
      .find((each) => each?.leaf);
    const read = (item: EmulatedObject): unknown => {
      const own = field && model.field(item.type, field.definition.name);
      return own ? reader.leaf(item, own) : field ? null : item.index;
    };
    const isMade = /^(?:id|created|createdat|insertedat)?$/.test(flatName(name));
    return field || isMade ? { read, isDescending, isOwn: !field || isOwn(field) } : undefined;
  }

  /** The names in a value, each with its direction; a direction alone is that of the place. */
  function keysIn(value: unknown, isArguments = false): readonly (readonly [string, boolean | undefined])[] {
    if (Array.isArray(value)) return value.flatMap((each) => keysIn(each));
    const entries = isRecord(value) ? Object.entries(value).filter(([, inner]) => inner != null) : [];
    const way = entries.find(([name, inner]) => descends(inner, name) !== undefined && !byName(name));
    const isDescending = descends(way?.[1], way?.[0]) ?? false;
    const others = entries.filter((entry) => entry !== way);
    if (way && others.length === 0) return [['', isDescending]];
    if (isRecord(value))
      return others.flatMap(([name, inner]) => {
        const own = descends(inner);
        if (own !== undefined) return [[name, own] as const];
        // The order of what an item refers to is not understood.
        const keys = keysIn(isArguments || typeof inner === 'string' ? inner : undefined);
        return keys.map(([key, down = isDescending]) => [key, down] as const);
      });
    const [, name = '?', down] = /^(\w*?)(?:_(asc|desc)(?:ending)?)?$/i.exec(String(value)) ?? [];
    return [[name, descends(down)]];
  }

  const keys = keysIn(Object.fromEntries(sorting), true);
  const orders = keys.flatMap(([name, isDescending]) => byName(name, isDescending) ?? []);
  if (orders.length === keys.length) return orders;
  for (const [name] of sorting) note(name);
  return [];
}
