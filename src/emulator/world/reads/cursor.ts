import { type GraphQLObjectType, getNamedType } from 'graphql';
import { type EmulatedObject, nameOf } from '../store/emulated-object.ts';

/** The cursor of an item. It names the object, so that it still leads on when objects before it come or go. */
export function cursorOf(item: EmulatedObject, place: number): string {
  const name = item.stored ? nameOf(item.stored) : `at#${place}`;
  return Buffer.from(name).toString('base64url');
}

/** The cursor in the type that a field has for it. */
export function cursorFor(type: GraphQLObjectType, field: string, item: EmulatedObject, place: number): unknown {
  if (getNamedType(type.getFields()[field]?.type)?.name !== 'Int') return cursorOf(item, place);
  return item.stored ? item.stored.index : place;
}

/** The object or place that a cursor names; undefined if the emulator did not make the cursor. */
export function readCursor(cursor: unknown): { readonly family?: string; readonly index: number } | undefined {
  if (typeof cursor === 'number') return Number.isInteger(cursor) ? { index: cursor } : undefined;
  if (typeof cursor !== 'string') return undefined;
  const [, family, index] = /^(\w+)#(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (family === undefined) return undefined;
  return family === 'at' ? { index: Number(index) } : { family, index: Number(index) };
}
