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

/** The number of objects of every type except devices and teams. */
const population = 12;

/** The length of a list field of an object that owns no part of a population. */
const handful = 3;

/** One emulated object: the `index`-th of its type. `given` fields take precedence over derived values. */
export interface Thing {
  readonly type: GraphQLObjectType;
  readonly index: number;
  readonly given?: Readonly<Record<string, () => unknown>>;
}

/** A part of a population whose objects are made on demand: a page of a long list costs no more than a page. */
export interface Group {
  readonly length: number;
  at(position: number): Thing;
}

/**
 * The emulated data: a number of objects of each type, identified by type and index. An object has the same id, name and
 * relations on every path that reaches it.
 */
export interface EmulatedData {
  /** The only object of a root type. */
  root(type: GraphQLObjectType): Thing;
  /** The objects of `type` that belong to `owner`; for the team and the roots, all objects. */
  group(owner: Thing, type: GraphQLCompositeType): Group;
  /**
   * The object of `type` that `owner` refers to; `salt` distinguishes references with different arguments. `null` if
   * no object can have that type: an interface that no type implements.
   */
  one(owner: Thing, type: GraphQLCompositeType, salt: number): Thing | null;
  /** The object of `type` with this id; undefined if there is none; `null` if the type has no `id`. */
  find(type: GraphQLCompositeType, id: string): Thing | undefined | null;
  /** A value for a field of scalar or enum type; `position` distinguishes the values of a list. */
  leaf(owner: Thing, field: string, type: GraphQLLeafType, position?: number): unknown;
}

/** Makes the emulated data of a schema. */
export function createEmulatedData(
  schema: GraphQLSchema,
  options: { devices: number; seed: string | number },
): EmulatedData {
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

  /** The `index`-th object of a type; the members of an interface or union alternate. */
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

  /** All objects of a type by id, made on the first use: ids are scattered, so that no code relies on their form. */
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
      // If there are enough objects, each owner has its own share, and the listed objects refer back to their owner.
      if (owners === 1 || total >= 2 * owners) {
        const length = Math.max(0, Math.ceil((total - owner.index) / owners));
        return { length, at: (position) => at(type, owner.index + position * owners) };
      }
      return { length: Math.min(handful, total), at: (position) => at(type, (owner.index + position) % total) };
    },
    one(owner, type, salt) {
      if (membersOf(type).length === 0) return null;
      // No object is its own parent.
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

/** The type of the items of `team.devices`. */
function deviceType(team: GraphQLObjectType): GraphQLCompositeType | undefined {
  const devices = fieldType(team, 'devices');
  if (!isCompositeType(devices)) return undefined;
  return (isObjectType(devices) ? servedConnection(devices)?.item : undefined) ?? devices;
}
