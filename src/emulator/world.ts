import {
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { hash, hex, scatter } from './chance.ts';
import { nameAt } from './readable-names.ts';
import { servedConnection } from './served-connection.ts';
import { leafValue } from './values.ts';

/** Of every type but the devices' and the team's there are this many. */
const population = 12;

/** A list field of an object that owns no part of a population shows this many. */
const handful = 3;

/** One object of the world: the `index`-th of its type. `given` fields win over what would follow from that. */
export interface Thing {
  readonly type: GraphQLObjectType;
  readonly index: number;
  readonly given?: Readonly<Record<string, () => unknown>>;
}

/** Some of a population, not yet made: a page of a long list costs no more than a page. */
export interface Group {
  readonly length: number;
  at(position: number): Thing;
}

/**
 * The emulated world: of each type so many objects, known by type and index alone. Whichever way an operation reaches
 * an object, it has the same id, the same name and the same relations.
 */
export interface EmulatedWorld {
  /** The one object of a root type. */
  root(type: GraphQLObjectType): Thing;
  /** Those of `type` that belong to `owner`. Of the team, and of the roots, that is all there are. */
  group(owner: Thing, type: GraphQLCompositeType): Group;
  /**
   * The one of `type` that `owner` refers to; `salt` tells references with different arguments apart. `null` where
   * nothing can be of that type: an interface that no type implements.
   */
  one(owner: Thing, type: GraphQLCompositeType, salt: number): Thing | null;
  /** The one of `type` with this id; `undefined` when there is none; `null` when the type has no `id` to go by. */
  find(type: GraphQLCompositeType, id: string): Thing | undefined | null;
  /** A value for a field of scalar or enum type; `position` tells the values of a list apart. */
  leaf(owner: Thing, field: string, type: GraphQLLeafType, position?: number): unknown;
}

/** Populates a schema. */
export function createWorld(schema: GraphQLSchema, options: { devices: number; seed: string | number }): EmulatedWorld {
  const { seed } = options;
  const team = fieldType(schema.getQueryType(), 'team');
  const devices = isObjectType(team) ? deviceType(team) : undefined;
  const singles = new Set<unknown>([schema.getQueryType(), schema.getMutationType(), team]);
  const sizes = new Map<GraphQLCompositeType, number>();
  if (devices !== undefined) {
    const members = membersOf(devices);
    members.forEach((member, place) => {
      sizes.set(member, Math.max(0, Math.ceil((options.devices - place) / members.length)));
    });
    sizes.set(devices, options.devices);
  }
  const found = new Map<GraphQLObjectType, Map<string, Thing>>();

  function membersOf(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    return isObjectType(type) ? [type] : schema.getPossibleTypes(type);
  }

  function size(type: GraphQLCompositeType): number {
    if (membersOf(type).length === 0) return 0;
    return singles.has(type) ? 1 : (sizes.get(type) ?? population);
  }

  /** The `index`-th of a type; an interface's or union's members take turns. */
  function at(type: GraphQLObjectType | GraphQLAbstractType, index: number): Thing {
    if (isObjectType(type)) return { type, index };
    const members = membersOf(type);
    const member = members[index % members.length];
    if (member === undefined) throw new Error(`The schema has no type that is a ${type.name}.`);
    return { type: member, index: Math.floor(index / members.length) % Math.max(size(member), 1) };
  }

  function leaf(owner: Thing, field: string, type: GraphQLLeafType, position = 0): unknown {
    const { name } = owner.type;
    if (field === 'id' && position === 0 && ['ID', 'String', 'Int'].includes(type.name)) {
      if (type.name === 'Int') return owner.index + 1;
      return `${name.toLowerCase()}_${hex(scatter(owner.index ^ hash(seed, name)))}`;
    }
    return leafValue(type, {
      number: hash(seed, name, owner.index, field, position),
      name: nameAt(owner.index, hash(seed, name)),
      field,
    });
  }

  /** Every id of a type, once asked for: ids are scattered, so that nobody comes to rely on how they are made. */
  function idsOf(type: GraphQLObjectType, idType: GraphQLLeafType): Map<string, Thing> {
    let ids = found.get(type);
    if (ids === undefined) {
      ids = new Map();
      for (let index = 0; index < size(type); index += 1) {
        const thing = { type, index };
        ids.set(String(leaf(thing, 'id', idType)), thing);
      }
      found.set(type, ids);
    }
    return ids;
  }

  return {
    root: (type) => ({ type, index: 0 }),
    group(owner, type) {
      const total = size(type);
      const owners = size(owner.type);
      // Where there is enough for every owner, each has its own share, and what an owner lists refers back to it.
      if (owners === 1 || total >= 2 * owners) {
        const length = Math.max(0, Math.ceil((total - owner.index) / owners));
        return { length, at: (position) => at(type, owner.index + position * owners) };
      }
      return { length: Math.min(handful, total), at: (position) => at(type, (owner.index + position) % total) };
    },
    one(owner, type, salt) {
      if (membersOf(type).length === 0) return null;
      // Nobody is their own parent.
      const other = type === owner.type ? 1 : 0;
      return at(type, (owner.index + other + salt) % Math.max(size(type), 1));
    },
    find(type, id) {
      let comparable = false;
      for (const member of membersOf(type)) {
        const idType = fieldType(member, 'id');
        if (!isLeafType(idType)) continue;
        comparable = true;
        const thing = idsOf(member, idType).get(id);
        if (thing !== undefined) return thing;
      }
      return comparable ? undefined : null;
    },
    leaf,
  };
}

function fieldType(
  type: GraphQLObjectType | null | undefined,
  field: string,
): GraphQLCompositeType | GraphQLLeafType | undefined {
  const found = getNamedType(type?.getFields()[field]?.type);
  return isCompositeType(found) || isLeafType(found) ? found : undefined;
}

/** The type of what `team.devices` lists. */
function deviceType(team: GraphQLObjectType): GraphQLCompositeType | undefined {
  const devices = fieldType(team, 'devices');
  if (!isCompositeType(devices)) return undefined;
  return (isObjectType(devices) ? servedConnection(devices)?.item : undefined) ?? devices;
}
