import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import { compareValues } from './operators.ts';

/** One key to sort by. */
export interface Order {
  /** The fields from the item to the value; empty for the order in which objects were made. */
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** The names of arguments that say by which field a list is sorted. */
export const orderNames: RegExp = /^(?:order|orderby|orderings?|sort|sortby|sorting|sorts)$/;
/** The names of arguments with the direction: ascending or descending. */
export const directionNames: RegExp = /^(?:direction|orderdirection|sortdirection|sortorder|dir|order)$/;

/** Whether a value says a direction, such as `DESC`. */
export function isDirection(value: unknown): value is string {
  return typeof value === 'string' && /^(?:asc|desc)(?:ending)?(?:_?nulls_?(?:first|last))?$/i.test(value);
}

/** Whether a value says that a list descends. */
export function isDescending(value: unknown): boolean {
  return typeof value === 'string' && /^desc/i.test(value);
}

/** Sorts lists. */
export interface Orders {
  /** The keys that an argument asks for; undefined if it is not understood. */
  read(type: GraphQLCompositeType, value: unknown, descending?: boolean): readonly Order[] | undefined;
  /** Compares two objects by these keys; null comes last. */
  compare(orders: readonly Order[], one: EmulatedObject, other: EmulatedObject): number;
}

/** Sorts lists by the usual spellings of order inputs. */
export function createOrders(model: Model, reader: Reader): Orders {
  function read(type: GraphQLCompositeType, value: unknown, descending = false): readonly Order[] | undefined {
    if (Array.isArray(value)) {
      const each = value.map((one) => read(type, one, descending));
      return each.every((orders) => orders !== undefined) ? each.flat() : undefined;
    }
    if (typeof value === 'string') return readText(type, value, descending);
    if (!isRecord(value)) return undefined;
    const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
    const direction = entries.find(
      ([key, inner]) =>
        isDirection(inner) && /^(?:direction|order|orderdirection|sortorder|dir|sort)$/.test(flatName(key)),
    );
    const field = entries.find(
      ([key, inner]) =>
        /^(?:field|fields|by|key|sort|sortby|property|column|orderby)$/.test(flatName(key)) && !isDirection(inner),
    );
    if (field) return read(type, field[1], direction ? isDescending(direction[1]) : descending);
    const orders = entries.map(([key, inner]) => readEntry(type, key, inner));
    return orders.every((each) => each !== undefined) ? orders.flat() : undefined;
  }

  /** `{ name: ASC }`, or `{ group: { name: ASC } }`. */
  function readEntry(type: GraphQLCompositeType, key: string, value: unknown): readonly Order[] | undefined {
    const field = fieldNamed(type, key);
    if (field === undefined) return undefined;
    const path = [field.definition.name];
    if (isDirection(value)) return [{ path, descending: isDescending(value) }];
    if (!isRecord(value)) return undefined;
    const further = field.target && !field.leaf ? read(field.target, value) : undefined;
    if (further) return further.map((order) => ({ ...order, path: [...path, ...order.path] }));
    const own = Object.values(value).find(isDirection);
    return own === undefined ? undefined : [{ path, descending: isDescending(own) }];
  }

  /** `NAME_ASC`, `-name`, `name:desc`. */
  function readText(type: GraphQLCompositeType, text: string, descending: boolean): readonly Order[] | undefined {
    const [, minus, name = '', suffix] =
      /^([-+]?)(.*?)(?:[\s:_.]+(asc(?:ending)?|desc(?:ending)?))?$/i.exec(text) ?? [];
    const down = suffix === undefined ? (minus === '-') !== descending : isDescending(suffix);
    const field = fieldNamed(type, name) ?? fieldNamed(type, `${name}At`);
    if (field) return [{ path: [field.definition.name], descending: down }];
    return /^(?:id|default|natural|created|createdat|insertedat|none|index)$/.test(flatName(name))
      ? [{ path: [], descending: down }]
      : undefined;
  }

  function fieldNamed(type: GraphQLCompositeType, name: string): ModelField | undefined {
    for (const member of model.membersOf(type)) {
      for (const [own, field] of model.fieldsOfType(member)) if (flatName(own) === flatName(name)) return field;
    }
    return undefined;
  }

  function valueAt(object: EmulatedObject, [name, ...rest]: readonly string[]): unknown {
    const field = name === undefined ? undefined : model.field(object.type, name);
    if (field === undefined) return name === undefined ? object.index : null;
    if (field.leaf) return reader.leaf(object, field);
    if (field.kind === 'references' || field.kind === 'parts') return reader.many(object, field)?.length ?? 0;
    const next = reader.one(object, field);
    if (next === null) return null;
    const inner = model.field(next.type, 'name') ?? model.field(next.type, 'id');
    return rest.length > 0 ? valueAt(next, rest) : inner?.leaf ? reader.leaf(next, inner) : null;
  }

  return {
    read,
    compare(orders, one, other) {
      for (const { path, descending } of orders) {
        const [left, right] = [valueAt(one, path), valueAt(other, path)];
        const difference = compareValues(left, right);
        if (difference !== 0) return descending && left != null && right != null ? -difference : difference;
      }
      return 0;
    },
  };
}
