import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare } from './names.ts';
import { compareValues } from './operators.ts';
import type { Reader } from './reader.ts';
import type { Thing } from './thing.ts';

/** One key to sort by. */
export interface Order {
  /** The fields from the item to the value. */
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** The names of arguments that say by which field a list is sorted. */
export const orderNames: RegExp = /^(?:order|orderby|orderings?|sort|sortby|sorting|sortkey|sorts)$/;
/** The names of arguments with the direction: ascending or descending. */
export const directionNames: RegExp = /^(?:direction|orderdirection|sortdirection|sortorder|dir|order)$/;
/** The names of arguments that reverse the order if they are true. */
export const reverseNames: RegExp = /^(?:reverse|descending|desc|reversed)$/;

const isDirection = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:asc|desc)(?:ending)?(?:_?nulls_?(?:first|last))?$/i.test(value);
const isDown = (value: unknown): boolean => typeof value === 'string' && /^desc/i.test(value);

/** Sorts lists. */
export interface Orders {
  /** The keys that an argument asks for; undefined if it is not understood. */
  ordersOf(type: GraphQLCompositeType, value: unknown, descending?: boolean): readonly Order[] | undefined;
  /** Sorts positions by the objects at them. Null comes last. */
  sort(positions: Uint32Array, at: (position: number) => Thing, orders: readonly Order[]): Uint32Array;
}

/** Sorts lists by the common spellings of GraphQL order inputs. */
export function createOrders(model: Model, reader: Reader): Orders {
  function ordersOf(type: GraphQLCompositeType, value: unknown, descending = false): readonly Order[] | undefined {
    if (Array.isArray(value)) {
      const each = value.map((one) => ordersOf(type, one, descending));
      return each.every((orders) => orders !== undefined) ? each.flat() : undefined;
    }
    if (typeof value === 'string') return ofText(type, value, descending);
    if (!isRecord(value)) return undefined;
    const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
    const direction = entries.find(
      ([key, inner]) => isDirection(inner) && /^(?:direction|order|orderdirection|sortorder|dir|sort)$/.test(bare(key)),
    );
    const field = entries.find(
      ([key, inner]) =>
        /^(?:field|fields|by|key|sort|sortby|property|column|name|orderby)$/.test(bare(key)) && !isDirection(inner),
    );
    if (field) return ordersOf(type, field[1], direction ? isDown(direction[1]) : descending);
    const orders: Order[] = [];
    for (const [key, inner] of entries) {
      const path = fieldPath(type, key);
      if (path === undefined) return undefined;
      if (isDirection(inner)) orders.push({ path, descending: isDown(inner) });
      else if (isRecord(inner)) {
        const own = Object.values(inner).find(isDirection);
        const target = targetOf(type, path);
        const further = target && ordersOf(target, inner);
        if (further) orders.push(...further.map((order) => ({ ...order, path: [...path, ...order.path] })));
        else if (own !== undefined) orders.push({ path, descending: isDown(own) });
        else return undefined;
      } else return undefined;
    }
    return orders;
  }

  function ofText(type: GraphQLCompositeType, text: string, descending: boolean): readonly Order[] | undefined {
    const [, minus, name = '', suffix] =
      /^([-+]?)(.*?)(?:[\s:_.]+(asc(?:ending)?|desc(?:ending)?))?$/i.exec(text) ?? [];
    const down = suffix === undefined ? (minus === '-') !== descending : isDown(suffix);
    const path = fieldPath(type, name) ?? fieldPath(type, `${name}At`);
    if (path) return [{ path, descending: down }];
    // The order in which objects were made.
    if (/^(?:id|default|relevance|position|natural|created|createdat|insertedat|none|index)$/.test(bare(name)))
      return [{ path: [], descending: down }];
    return /^(?:newest|latest|recent)/i.test(name)
      ? [{ path: fieldPath(type, 'createdAt') ?? [], descending: true }]
      : undefined;
  }

  function slotNamed(type: GraphQLCompositeType, name: string): FieldSlot | undefined {
    for (const member of model.membersOf(type)) {
      for (const [field, slot] of model.slotsOfType(member)) if (bare(field) === bare(name)) return slot;
    }
    return undefined;
  }

  function fieldPath(type: GraphQLCompositeType, name: string): readonly string[] | undefined {
    const steps = name.split('.');
    const path: string[] = [];
    let at: GraphQLCompositeType | undefined = type;
    for (const step of steps) {
      const slot: FieldSlot | undefined = at && slotNamed(at, step);
      if (slot === undefined) return undefined;
      path.push(slot.field.name);
      at = slot.target;
    }
    return path;
  }

  function targetOf(type: GraphQLCompositeType, path: readonly string[]): GraphQLCompositeType | undefined {
    const slot = path[0] === undefined ? undefined : slotNamed(type, path[0]);
    return slot?.leaf ? undefined : slot?.target;
  }

  function valueAt(thing: Thing, path: readonly string[]): unknown {
    const [field, ...rest] = path;
    const slot = field === undefined ? undefined : model.slot(thing.type, field);
    if (slot === undefined) return null;
    if (slot.leaf) return reader.leaf(thing, slot);
    if (slot.kind === 'references' || slot.kind === 'parts') return reader.many(thing, slot).length;
    const next = reader.one(thing, slot);
    if (next === null) return null;
    if (rest.length > 0) return valueAt(next, rest);
    const name = model.slot(next.type, 'name') ?? model.slot(next.type, 'id');
    return name?.leaf ? reader.leaf(next, name) : null;
  }

  function sort(positions: Uint32Array, at: (position: number) => Thing, orders: readonly Order[]): Uint32Array {
    const keys = new Map<number, readonly unknown[]>();
    for (const position of positions) {
      const thing = at(position);
      keys.set(
        position,
        orders.map(({ path }) => (path.length === 0 ? position : valueAt(thing, path))),
      );
    }
    return positions.sort((one, other) => {
      const [left, right] = [keys.get(one), keys.get(other)];
      for (const [place, { descending }] of orders.entries()) {
        const [a, b] = [left?.[place], right?.[place]];
        const difference = compareValues(a, b);
        if (difference !== 0) return descending && a != null && b != null ? -difference : difference;
      }
      return one - other;
    });
  }

  return { ordersOf, sort };
}
