import type { GraphQLObjectType } from 'graphql';
import type { ModelField } from '../model/shapes.ts';

/** Values by the key of their field. A reference is a {@link Ref}, a list of objects several of them. */
export type Values = Readonly<Record<string, unknown>>;

export interface Ref {
  readonly $object: string;
}

/** One object of the world, a plain record: what was written of it, and what was drawn when it was first read. */
export interface StoredObject {
  readonly family: string;
  /** Its number among those of its type: objects are listed in this order, and created ones follow the others. */
  readonly index: number;
  /** Both, such as `Device#3`: the same in every schema that has it. */
  readonly name: string;
  readonly id: string | number;
  isAlive: boolean;
  /** The written values, by fixtures and mutations: replaced, never changed, so that who has them has a copy. */
  values: Values;
  drawn?: Map<string, unknown>;
}

/** An object as a field shows it: a stored one, a part of one, a page, a payload, or a root. */
export class EmulatedObject {
  readonly type: GraphQLObjectType;
  readonly stored?: StoredObject | undefined;
  /** For a part: the object that it belongs to, and where in it it is. */
  readonly owner?: EmulatedObject | undefined;
  readonly path: string = '';
  readonly values?: Values | undefined;
  /** Fields that are computed, as those of a page; they come before everything else. */
  readonly computed?: Readonly<Record<string, () => unknown>> | undefined;
  /** Whether it holds mutations, or is the answer of one: what is not computed of that is drawn. */
  readonly role?: 'namespace' | 'answer' | undefined;

  constructor(type: GraphQLObjectType, details: Partial<Omit<EmulatedObject, 'place' | 'holder'>> = {}) {
    Object.assign(this, details);
    this.type = type;
  }

  /** The place that its values are drawn from: the same on every path. */
  get place(): string {
    return this.stored?.name ?? (this.owner ? `${this.owner.place}/${this.path}` : this.type.name);
  }

  /** The record that it is, or belongs to; undefined below a root. */
  get holder(): StoredObject | undefined {
    return this.stored ?? this.owner?.holder;
  }
}

/** The order of a list that nobody sorts: by age, and the types of an interface by turns. */
export function byAge(one: StoredObject, other: StoredObject): number {
  return one.index - other.index || (one.family < other.family ? -1 : one.family > other.family ? 1 : 0);
}

/** The id, and the value that fixtures or mutations wrote; undefined if they wrote none. */
export function writtenValue({ values, stored }: EmulatedObject, { key, kind }: ModelField): unknown {
  return stored && kind === 'id' ? stored.id : (values ?? stored?.values)?.[key];
}

export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '$object' in value;
}

/** The name of an object, as a value that refers to it. */
export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}

export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
