import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isOwn } from '../model/model-field.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments } from './call.ts';
import { fieldNamed, hasField } from './named-field.ts';
import { asText } from './operators.ts';
import type { Order } from './selected-list.ts';

/** The name of a field, and whether it descends; undefined if nothing says in which direction. */
type Key = readonly [name: string, isDescending: boolean | undefined];

/**
 * The orders that arguments ask for: `NAME_DESC`, `{ field, direction }`, `{ name: ASC }`, several, or a key and a direction apart.
 * Undefined if one of them is not understood.
 */
export function ordersOf(
  { model, reader }: WorldParts,
  type: GraphQLCompositeType,
  sorting: Arguments,
): readonly Order[] | undefined {
  function orderBy([name, isDescending = false]: Key): Order | undefined {
    const fields = [name, `${name}_at`].flatMap((each) =>
      model.membersOf(type).map((member) => fieldNamed(model, member, each)),
    );
    const field = fields.find((each) => each?.leaf);
    const read = (item: EmulatedObject): unknown => {
      const own = field && model.field(item.type, field.definition.name);
      return own ? reader.leaf(item, own) : null;
    };
    return field && { read, isDescending, isOwn: isOwn(field) };
  }

  function keysIn(value: unknown, isArguments = false): readonly Key[] {
    if (Array.isArray(value)) return value.flatMap((each) => keysIn(each));
    if (!isRecord(value)) {
      const [, name = '', way] = /^(\w+?)(?:_(asc|desc)(?:ending)?)?$/i.exec(asText(value)) ?? [];
      return [[name, descends(way)]];
    }
    const entries = Object.entries(value).filter(([, inner]) => inner != null);
    const way = entries.find(([name, inner]) => descends(inner, name) !== undefined && !hasField(model, type, name));
    const others = entries.filter((entry) => entry !== way);
    // A direction alone says of nothing that it is sorted.
    if (way && others.length === 0) return [['', undefined]];
    return others.flatMap(([name, inner]): readonly Key[] => {
      const own = descends(inner, name);
      if (own !== undefined) return [[name, own]];
      // The order of what an item refers to is not understood.
      const keys = keysIn(isArguments || typeof inner === 'string' ? inner : undefined);
      return keys.map(([key, isDescending = way && descends(way[1], way[0])]) => [key, isDescending]);
    });
  }

  const orders = keysIn(sorting, true).map(orderBy);
  return orders.every((order) => order !== undefined) ? orders : undefined;
}

/** Whether a list descends, as `DESC` or `reverse: true` says; undefined if a value is no direction. Null is last in any case. */
function descends(value: unknown, name = ''): boolean | undefined {
  if (typeof value === 'boolean')
    return /^(?:reverse|desc)/i.test(name) ? value : /^asc/i.test(name) ? !value : undefined;
  const [, way] = /^(asc|desc)(?:ending)?$/i.exec(typeof value === 'string' ? value : '') ?? [];
  return way === undefined ? undefined : /desc/i.test(way);
}
