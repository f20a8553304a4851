import type { GraphQLObjectType } from 'graphql';
import type { Family } from './model.ts';
import type { Values } from './state.ts';

/** What a thing has beside its type. */
export interface ThingDetails {
  /** The family of an object with a place of its own; undefined for a part of another object, and for a root. */
  readonly family?: Family | undefined;
  /** The number of the object in its family. */
  readonly index?: number | undefined;
  /** For a part: the object that it belongs to. */
  readonly owner?: Thing | undefined;
  /** For a part: where in its owner it is. */
  readonly path?: string | undefined;
  /** Values that come before those of the world. */
  readonly values?: Values | undefined;
  /** Fields that are computed, as those of a page; they come before everything else. */
  readonly given?: Readonly<Record<string, () => unknown>> | undefined;
}

/** One object of the world, seen as one of its types. */
export class Thing {
  readonly type: GraphQLObjectType;
  readonly family: Family | undefined;
  readonly index: number;
  readonly owner: Thing | undefined;
  readonly path: string;
  readonly values: Values | undefined;
  readonly given: Readonly<Record<string, () => unknown>> | undefined;

  constructor(type: GraphQLObjectType, { family, index = 0, owner, path = '', values, given }: ThingDetails = {}) {
    this.type = type;
    this.family = family;
    this.index = index;
    this.owner = owner;
    this.path = path;
    this.values = values;
    this.given = given;
  }
}

/** An object with a place of its own. */
export type Placed = Thing & { readonly family: Family };

/** The name of an object: the same on every path, in every schema that has it. */
export function nameOf(thing: Thing): string {
  if (thing.family) return `${thing.family.name}#${thing.index}`;
  return thing.owner ? `${nameOf(thing.owner)}/${thing.path}` : thing.type.name;
}

/** The object with a place of its own that a part belongs to; a root if there is none. */
export function holderOf(thing: Thing): Thing {
  return thing.family === undefined && thing.owner ? holderOf(thing.owner) : thing;
}

/** Whether two things are the same object, perhaps seen as two types. */
export function isSame(one: Thing, other: Thing): boolean {
  return one.family !== undefined && one.family.name === other.family?.name && one.index === other.index;
}
