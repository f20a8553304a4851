import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLTypeResolver,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import { hash } from './chance.ts';
import { cutPage, decodeCursor, encodeCursor, type PageSlice } from './cut-page.ts';
import type { EmulatedData, Group, Thing } from './emulated-data.ts';
import { type ServedConnection, servedConnection } from './served-connection.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Resolves every field of every schema from the emulated data: the two functions that an executor needs. */
export interface Resolvers {
  readonly fieldResolver: GraphQLFieldResolver<Thing | undefined, unknown>;
  readonly typeResolver: GraphQLTypeResolver<Thing, unknown>;
}

/** Makes resolvers for the emulated data; no page contains more than `maxPageSize` items. */
export function createResolvers(world: EmulatedData, { maxPageSize }: { maxPageSize: number }): Resolvers {
  const shapes = new Map<GraphQLObjectType, ServedConnection | undefined>();

  function shapeOf(type: GraphQLObjectType): ServedConnection | undefined {
    if (!shapes.has(type)) shapes.set(type, servedConnection(type));
    return shapes.get(type);
  }

  /** The page that the arguments select: the whole list if the field has no argument `first` or `last`. */
  function pageOf(total: number, field: Field, args: Arguments): PageSlice {
    const takes = (name: string): boolean => field.args.some((argument) => argument.name === name);
    const first = size(args, 'first');
    const last = size(args, 'last');
    const unasked = first === undefined && last === undefined;
    return cutPage(total, {
      first: first ?? (unasked && takes('first') ? maxPageSize : undefined),
      last: last ?? (unasked && takes('last') && !takes('first') ? maxPageSize : undefined),
      after: position(args, 'after'),
      before: position(args, 'before'),
    });
  }

  function size(args: Arguments, name: string): number | undefined {
    const asked = args[name];
    if (typeof asked !== 'number') return undefined;
    if (asked < 0) throw badInput(`\`${name}\` must not be negative.`);
    return Math.min(asked, maxPageSize);
  }

  function pick(group: Group, { start, end }: PageSlice): Thing[] {
    return Array.from({ length: end - start }, (_, offset) => group.at(start + offset));
  }

  function connection(owner: Thing, self: Thing, shape: ServedConnection, field: Field, args: Arguments): Thing {
    const group = world.group(owner, shape.item);
    const page = pageOf(group.length, field, args);
    const { edge, pageInfo } = shape;
    const cursor = (type: GraphQLObjectType, name: string, at: number): unknown =>
      getNamedType(type.getFields()[name]?.type)?.name === 'Int' ? at : encodeCursor(at);
    const empty = page.start === page.end;
    return {
      ...self,
      given: {
        nodes: () => pick(group, page),
        totalCount: () => group.length,
        ...(edge && {
          edges: () =>
            pick(group, page).map((node, offset) => ({
              type: edge,
              index: page.start + offset,
              given: { node: () => node, cursor: () => cursor(edge, 'cursor', page.start + offset) },
            })),
        }),
        ...(pageInfo && {
          pageInfo: () => ({
            type: pageInfo,
            index: 0,
            given: {
              hasNextPage: () => page.hasNextPage,
              hasPreviousPage: () => page.hasPreviousPage,
              startCursor: () => (empty ? null : cursor(pageInfo, 'startCursor', page.start)),
              endCursor: () => (empty ? null : cursor(pageInfo, 'endCursor', page.end - 1)),
            },
          }),
        }),
      },
    };
  }

  function object(owner: Thing, type: GraphQLCompositeType, field: Field, args: Arguments): Thing | null {
    if (typeof args['id'] === 'string' || typeof args['id'] === 'number') {
      const found = world.find(type, String(args['id']));
      if (found !== null) return found ?? missing(type, field, args['id']);
    }
    const salt = Object.keys(args).length === 0 ? 0 : hash(JSON.stringify(args));
    const thing = world.one(owner, type, salt);
    const shape = thing && shapeOf(thing.type);
    return thing && shape ? connection(owner, thing, shape, field, args) : thing;
  }

  function list(owner: Thing, itemType: GraphQLOutputType, field: Field, args: Arguments): unknown[] {
    const item = getNullableType(itemType);
    if (isListType(item)) return [list(owner, item.ofType, field, args)];
    if (isLeafType(item)) return leaves(owner, item, field);
    const { ids } = args;
    if (Array.isArray(ids)) return ids.map((id) => object(owner, item, field, { id }));
    const group = world.group(owner, item);
    return pick(group, pageOf(group.length, field, args));
  }

  function leaves(owner: Thing, item: GraphQLLeafType, field: Field): unknown[] {
    return [1, 2].map((place) => world.leaf(owner, field.name, item, place));
  }

  return {
    fieldResolver(source, args, _context, { parentType, fieldName }) {
      const owner = source ?? world.root(parentType);
      const given = owner.given?.[fieldName];
      if (given !== undefined) return given();
      const field = parentType.getFields()[fieldName];
      if (field === undefined) return undefined;
      const type = getNullableType(field.type);
      if (isListType(type)) return list(owner, type.ofType, field, args);
      return isLeafType(type) ? world.leaf(owner, fieldName, type) : object(owner, type, field, args);
    },
    typeResolver: (thing) => thing.type.name,
  };
}

function position(args: Arguments, name: string): number | undefined {
  const cursor = args[name];
  if (cursor === undefined || cursor === null) return undefined;
  const found = decodeCursor(cursor);
  if (found === undefined) throw badInput(`\`${name}\` is not a cursor of this emulator.`);
  return found;
}

function missing(type: GraphQLCompositeType, field: Field, id: string | number): null {
  if (!isNonNullType(field.type)) return null;
  const kind = isObjectType(type) ? type.name : 'object';
  throw new GraphQLError(`The emulator has no ${kind} with the id "${id}".`, { extensions: { code: 'NOT_FOUND' } });
}

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
