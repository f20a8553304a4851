import type { GraphQLObjectType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';

/** Values by the key of their field. A reference is the {@link StoredObject} itself, a list of objects all of them. */
export type Values = Record<string, unknown>;

/** One object of the store: what was set of it, and what was drawn. */
export interface StoredObject {
  /** The name of its family. */
  readonly family: string;
  /** Its number in the family: objects are listed in this order, and created ones follow the others. */
  readonly index: number;
  readonly id: string | number;
  isAlive: boolean;
  /** The values of fixtures, which a reset keeps. */
  fixture?: Values;
  /** The values that changed since the start. */
  changed?: Values;
  /** The values drawn by the seed, kept since they are read again. */
  drawn?: Map<ModelField, unknown>;
}

/** One object of the world, seen as one of its types. */
export class EmulatedObject {
  readonly type: GraphQLObjectType;
  /** The object of the store; undefined for a part of another object, a page, a payload and a root. */
  readonly stored: StoredObject | undefined;
  /** For a part: the object that it belongs to. */
  readonly owner: EmulatedObject | undefined;
  /** For a part: where in its owner it is. */
  readonly path: string;
  /** For a part in a list: its position. */
  readonly index: number;
  /** For a part: the values that were set. */
  readonly values: Readonly<Values> | undefined;
  /** Fields that are computed, as those of a page; they come before everything else. */
  readonly computed: Readonly<Record<string, () => unknown>> | undefined;
  /** Whether it holds mutations, as the root of mutations does. */
  readonly isNamespace: boolean;
  /** Whether it is the answer of a mutation: what is not computed of it is drawn. */
  readonly isAnswer: boolean;

  constructor(type: GraphQLObjectType, details: Partial<Omit<EmulatedObject, 'type'>> = {}) {
    this.type = type;
    this.stored = details.stored;
    this.owner = details.owner;
    this.path = details.path ?? '';
    this.index = details.stored?.index ?? details.index ?? 0;
    this.values = details.values;
    this.computed = details.computed;
    this.isNamespace = details.isNamespace ?? false;
    this.isAnswer = details.isAnswer ?? false;
  }
}

/** The name of an object of the store: the same in every schema that has it. */
export function nameOf({ family, index }: StoredObject): string {
  return `${family}#${index}`;
}

/** The place of an object, which its values are drawn from: the same on every path. */
export function objectPlace(object: EmulatedObject): string {
  if (object.stored) return nameOf(object.stored);
  return object.owner ? `${objectPlace(object.owner)}/${object.path}` : object.type.name;
}

/** The object of the store that a part belongs to; undefined below a root. */
export function holderOf(object: EmulatedObject): StoredObject | undefined {
  return object.stored ?? (object.owner && holderOf(object.owner));
}

/** The order of a list that nobody sorts: by age, and the families of an interface by turns. */
export function byAge(one: StoredObject, other: StoredObject): number {
  return one.index - other.index || (one.family < other.family ? -1 : one.family > other.family ? 1 : 0);
}

/** Whether a value is an object of the store. */
export function isStored(value: unknown): value is StoredObject {
  return typeof value === 'object' && value !== null && 'isAlive' in value && 'family' in value;
}

/** The value that mutations or fixtures set of an object; undefined if they set none. */
export function saidOf({ changed, fixture }: StoredObject, key: string): unknown {
  return changed && key in changed ? changed[key] : fixture?.[key];
}

/** Whether a value can be an id. */
export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
