import type { GraphQLObjectType } from 'graphql';
import type { ModelField } from '../model/shapes.ts';

/** Values by the key of their field. A reference is a {@link Ref}, a list of objects several of them. */
export type Values = Readonly<Record<string, unknown>>;

export interface Ref {
  readonly $object: string;
}

/** One object of the world, a plain record with its written and its drawn values. */
export interface StoredObject {
  readonly family: string;
  /** The number of the object in its family. Lists have this order. */
  readonly index: number;
  /** Family and index, such as `Device#3`: the same in every schema that has the type. */
  readonly name: string;
  readonly id: string | number;
  isAlive: boolean;
  /** The values that fixtures and mutations wrote. Replaced, never changed: a transaction keeps the old ones to undo. */
  values: Values;
  drawn?: Map<string, unknown>;
}

/** An object as a field shows it: a stored one, a part of one, a page, a payload, or a root. */
export class EmulatedObject {
  readonly type: GraphQLObjectType;
  readonly stored?: StoredObject | undefined;
  /** The object that a part belongs to; `path` is the place of the part in it. */
  readonly owner?: EmulatedObject | undefined;
  readonly path: string = '';
  readonly values?: Values | undefined;
  /** Computed fields, as those of a page. They win over all other values. */
  readonly computed?: Readonly<Record<string, () => unknown>> | undefined;
  /** A namespace holds mutations. Fields of an answer that are not computed are drawn. */
  readonly role?: 'namespace' | 'answer' | undefined;

  constructor(type: GraphQLObjectType, details: Partial<Omit<EmulatedObject, 'place' | 'holder'>> = {}) {
    Object.assign(this, details);
    this.type = type;
  }

  /** The place that values are drawn from, the same on every path. */
  get place(): string {
    return this.stored?.name ?? (this.owner ? `${this.owner.place}/${this.path}` : this.type.name);
  }

  /** The stored object itself, or that of its owner; undefined below a root. */
  get holder(): StoredObject | undefined {
    return this.stored ?? this.owner?.holder;
  }
}

/** The default order: by age, and the types of an interface by turns. */
export function byAge(one: StoredObject, other: StoredObject): number {
  return one.index - other.index || (one.family < other.family ? -1 : one.family > other.family ? 1 : 0);
}

/** The id, or the value that fixtures or mutations wrote. */
export function writtenValue({ values, stored }: EmulatedObject, { key, kind }: ModelField): unknown {
  return stored && kind === 'id' ? stored.id : (values ?? stored?.values)?.[key];
}

export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '$object' in value;
}

export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}

export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
