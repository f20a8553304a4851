import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import { isOwn, type ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { byAge, type EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments } from './call.ts';
import { filterOf } from './filter.ts';
import { fieldNamed, hasField } from './named-field.ts';
import { compareValues } from './operators.ts';
import { isPagingArgument } from './page-arguments.ts';
import { SelectedList } from './selected-list.ts';

/** The items to select from. */
export interface Choice {
  readonly items: readonly EmulatedObject[];
  readonly type: GraphQLCompositeType;
  /** Decides whether an object is one of the items, by that object alone; undefined where others decide it. */
  readonly isItem?: ((stored: StoredObject) => boolean) | undefined;
  /** Whether the items have an order of their own. */
  readonly isOrdered?: boolean;
}

/** One key to sort by: the name of a field; undefined for the order in which objects were made. */
interface Order {
  readonly field?: string;
  readonly isOwn: boolean;
  readonly isDescending: boolean;
}

/** The names of arguments that say by which field a list is sorted, or in which direction. */
const orderNames = /^(?:(?:order|sort)(?:by|ings?|s|key|direction|order)?|direction|reverse)$/;

/** Leaves the objects that arguments ask for, in their order; `note` is called with the path of what is not understood. */
export function selectItems(
  world: WorldParts,
  { items, type, isItem, isOrdered = false }: Choice,
  args: Arguments,
  note: (argument: string) => void,
): SelectedList {
  const { model } = world;
  const entries = Object.entries(args).filter(([name, value]) => value != null && !isPagingArgument(name, value));
  const sorting = entries.filter(([name]) => orderNames.test(flatName(name)) && !hasField(model, type, name));
  const direction = sorting.find(([, value]) => descends(value) !== undefined);
  const isDescending = descends(direction?.[1]) === true;
  const orders = sorting.flatMap(([name, value]): readonly Order[] => {
    if (name === direction?.[0]) return [];
    const order = readOrder(model, type, value, isDescending);
    if (order === undefined) note(name);
    return order ?? [];
  });
  if (direction && sorting.length === 1) orders.push({ isDescending, isOwn: true });
  const filter = filterOf(world, type, Object.fromEntries(entries.filter((entry) => !sorting.includes(entry))));
  for (const name of new Set(filter.unknown)) note(name);
  const left = filter.selects ? items.filter(filter.test) : items;
  if (isOrdered && orders.length === 0) return new SelectedList(left);
  const itemFor = (stored: StoredObject): EmulatedObject | undefined => {
    const item = isItem?.(stored) ? world.population.view(stored, type) : undefined;
    return item && filter.test(item) ? item : undefined;
  };
  return new SelectedList(left, {
    ...(orders.length > 0 && { keysOf: (item) => orders.map(({ field }) => sortedValue(world, item, field)) }),
    compare: (one, other) =>
      compareBy(orders, one.keys, other.keys) ||
      (one.item.stored && other.item.stored ? byAge(one.item.stored, other.item.stored) : 0),
    itemFor: isItem && filter.isOwn && orders.every(({ isOwn: own }) => own) ? itemFor : undefined,
  });
}

/** Whether a list descends, as a value such as `DESC` says; undefined if the value is no direction. Null is last in any case. */
function descends(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const [, way] = /^(asc|desc)(?:ending)?(?:_nulls_last)?$/i.exec(typeof value === 'string' ? value : '') ?? [];
  return way === undefined ? undefined : way.toLowerCase() === 'desc';
}

/** The keys that an argument asks for: `NAME_DESC`, `{ field, direction }`, `{ name: ASC }`, or several; undefined if it is not understood. */
function readOrder(
  model: Model,
  type: GraphQLCompositeType,
  value: unknown,
  down = false,
): readonly Order[] | undefined {
  if (typeof value === 'string') return readText(model, type, value, down);
  if (Array.isArray(value)) return joined(value.map((each) => readOrder(model, type, each, down)));
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  const ways = entries.filter(([name, inner]) => descends(inner) !== undefined && !sortable(model, type, name));
  return joined(
    entries.map((entry) => {
      if (ways.includes(entry)) return ways.length < entries.length ? [] : undefined;
      const [field, isDescending] = [sortable(model, type, entry[0]), descends(entry[1])];
      if (field && isDescending !== undefined)
        return [{ field: field.definition.name, isDescending, isOwn: isOwn(field) }];
      const [[, way] = []] = ways;
      return typeof entry[1] === 'string' ? readText(model, type, entry[1], descends(way) ?? down) : undefined;
    }),
  );
}

function joined(orders: readonly (readonly Order[] | undefined)[]): readonly Order[] | undefined {
  return orders.every((each) => each !== undefined) ? orders.flat() : undefined;
}

/** `NAME`, `NAME_ASC`, or what stands for the order in which objects were made. */
function readText(model: Model, type: GraphQLCompositeType, text: string, down: boolean): readonly Order[] | undefined {
  const [, name = '', way] = /^(\w*?)(?:_(asc|desc)(?:ending)?)?$/i.exec(text) ?? [];
  const isDescending = way === undefined ? down : descends(way) === true;
  const field = sortable(model, type, name) ?? sortable(model, type, `${name}_at`);
  if (field) return [{ field: field.definition.name, isDescending, isOwn: isOwn(field) }];
  return /^(?:id|created|createdat|insertedat)$/.test(flatName(name)) ? [{ isDescending, isOwn: true }] : undefined;
}

function sortable(model: Model, type: GraphQLCompositeType, name: string): ModelField | undefined {
  const fields = model.membersOf(type).map((member) => fieldNamed(model, member, name));
  return fields.find((field) => field?.leaf);
}

/** The value of an object that a list is sorted by; its place among all objects where no field is named. */
function sortedValue({ model, reader }: WorldParts, object: EmulatedObject, field: string | undefined): unknown {
  if (field === undefined) return object.index;
  const own = model.field(object.type, field);
  return own ? reader.leaf(object, own) : null;
}

/** Compares two objects by the values of these keys; null comes last. */
function compareBy(orders: readonly Order[], one: readonly unknown[], other: readonly unknown[]): number {
  for (const [at, { isDescending }] of orders.entries()) {
    const [left, right] = [one[at], other[at]];
    const difference = compareValues(left, right);
    if (difference !== 0) return isDescending && left != null && right != null ? -difference : difference;
  }
  return 0;
}
