import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import { flatName } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import { fieldNamed } from './named-field.ts';
import { compareValues } from './operators.ts';

/** One key to sort by. */
export interface Order {
  /** The fields from the item to the value; empty for the order in which objects were made. */
  readonly path: readonly string[];
  readonly isDescending: boolean;
}

/** The names of arguments that say by which field a list is sorted. */
export const orderNames: RegExp = /^(?:order|orderby|orderings?|sort|sortby|sorting|sorts)$/;
/** The names of arguments and entries with the direction: ascending or descending. */
export const directionNames: RegExp = /^(?:direction|orderdirection|sortdirection|sortorder|dir|order|sort)$/;
const fieldNames = /^(?:field|by|key|sort|sortby|column|orderby)$/;

/** Whether a list descends, as a value such as `DESC` says; undefined if the value is no direction. Null is last in any case. */
export function descends(value: unknown): boolean | undefined {
  const [, way] = /^(asc|desc)(?:ending)?(?:_nulls_last)?$/i.exec(typeof value === 'string' ? value : '') ?? [];
  return way === undefined ? undefined : way.toLowerCase() === 'desc';
}

/** The keys that an argument asks for; undefined if it is not understood. */
export function readOrder(
  model: Model,
  type: GraphQLCompositeType,
  value: unknown,
  down = false,
): readonly Order[] | undefined {
  if (Array.isArray(value)) return joined(value.map((each) => readOrder(model, type, each, down)));
  if (typeof value === 'string') return readText(model, type, value, down);
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  const direction = entries.find(([key, inner]) => directionNames.test(flatName(key)) && descends(inner) !== undefined);
  const field = entries.find(([key, inner]) => fieldNames.test(flatName(key)) && descends(inner) === undefined);
  if (field) return readOrder(model, type, field[1], direction ? descends(direction[1]) : down);
  return joined(entries.map(([key, inner]) => readEntry(model, type, key, inner)));
}

function joined(orders: readonly (readonly Order[] | undefined)[]): readonly Order[] | undefined {
  return orders.every((each) => each !== undefined) ? orders.flat() : undefined;
}

/** `{ name: ASC }`, or `{ group: { name: ASC } }`. */
function readEntry(
  model: Model,
  type: GraphQLCompositeType,
  key: string,
  value: unknown,
): readonly Order[] | undefined {
  const field = named(model, type, key);
  const isDescending = descends(value);
  if (field === undefined) return undefined;
  const path = [field.definition.name];
  if (isDescending !== undefined && field.leaf) return [{ path, isDescending }];
  if (field.target === undefined || field.leaf || field.kind !== 'reference' || !isRecord(value)) return undefined;
  const further = readOrder(model, field.target, value);
  return further?.map((order) => ({ ...order, path: [...path, ...order.path] }));
}

/** `NAME`, `NAME_ASC`, or what stands for the order in which objects were made. */
function readText(model: Model, type: GraphQLCompositeType, text: string, down: boolean): readonly Order[] | undefined {
  const [, name = '', way] = /^(\w*?)(?:_(asc|desc)(?:ending)?)?$/i.exec(text) ?? [];
  const isDescending = way === undefined ? down : descends(way) === true;
  const field = named(model, type, name) ?? named(model, type, `${name}_at`);
  if (field) return field.leaf ? [{ path: [field.definition.name], isDescending }] : undefined;
  return /^(?:id|created|createdat|insertedat)$/.test(flatName(name)) ? [{ path: [], isDescending }] : undefined;
}

function named(model: Model, type: GraphQLCompositeType, name: string) {
  return model
    .membersOf(type)
    .map((member) => fieldNamed(model, member, name))
    .find((field) => field !== undefined);
}

/** Compares two objects by these keys; null comes last. */
export function compareBy(
  model: Model,
  reader: Reader,
  orders: readonly Order[],
  one: EmulatedObject,
  other: EmulatedObject,
): number {
  const valueAt = (object: EmulatedObject, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return object.index;
    const field = model.field(object.type, name);
    if (field === undefined || field.leaf) return field ? reader.leaf(object, field) : null;
    const next = reader.one(object, field);
    return next && valueAt(next, rest);
  };
  for (const { path, isDescending } of orders) {
    const [left, right] = [valueAt(one, path), valueAt(other, path)];
    const difference = compareValues(left, right);
    if (difference !== 0) return isDescending && left != null && right != null ? -difference : difference;
  }
  return 0;
}
