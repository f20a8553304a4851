import type { GraphQLResolveInfo } from 'graphql';

/** The access of a resolver to the world; the third argument of every resolver. */
export interface ResolverContext {
  /** The emulator's own answer for the field. */
  emulated(): unknown;
  /** The object of a type with that id; undefined if there is none. */
  find(type: string, id: string | number): FieldValues | undefined;
  /** All objects of a type. */
  all(type: string): readonly FieldValues[];
  /** Makes an object of a type with these values; a reference is an id or an object. @throws {GraphQLError} if a value does not fit. */
  create(type: string, values: FieldValues): FieldValues;
  /** Writes values of an object, and returns the object. @throws {GraphQLError} if there is no such object, or a value does not fit. */
  update(type: string, id: string | number, values: FieldValues): FieldValues;
  /** Deletes the object of a type with that id. @throws {GraphQLError} if there is none. */
  remove(type: string, id: string | number): void;
}

/** Fields by name: an object of the world, or the arguments of a field. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A method, so that a resolver with narrower types is assignable. */
interface AnyResolver {
  call(parent: FieldValues, args: FieldValues, context: ResolverContext, info: GraphQLResolveInfo): unknown;
}

/**
 * Resolvers by type and field, `__isTypeOf` of object types, and `__resolveType` of interfaces and unions. For resolvers with the types of
 * your schema, write `startEmulator<Resolvers<ResolverContext>>({ … })` with the `Resolvers` of the plugin `typescript-resolvers`.
 */
export type ResolverMap = Readonly<
  Record<string, Readonly<Record<string, AnyResolver['call'] | { readonly resolve: AnyResolver['call'] }>>>
>;

/** The contents of the emulated world. */
export interface WorldContent<Resolvers extends object = ResolverMap> {
  /**
   * The number of objects by the name of their type. The objects are made at their first use.
   *
   * @defaultValue 12 objects of a type, 25 devices, 1 team
   */
  readonly count?: Readonly<Record<string, number>> | undefined;
  /**
   * Objects by the name of their type, or the path of a JSON file with them: `{ "Device": [{ "id": "d1", "name": "Gate" }] }`.
   * A reference is the id of another object, or that object itself. Other fields have emulated values.
   *
   * @defaultValue none
   */
  readonly fixtures?: string | Fixtures | undefined;
  /**
   * The share of nulls, from 0 to 1: of nullable values, references and lists. The same share of other lists is empty.
   *
   * @defaultValue 0.1
   */
  readonly nulls?: number | undefined;
  /** Your own resolvers, by type and field. @defaultValue none */
  readonly resolvers?: Resolvers | undefined;
}

/** Objects by the name of their type. */
export type Fixtures = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The settings of a world, with all defaults applied and all files read. */
export interface WorldSettings extends Omit<WorldContent<object>, 'fixtures' | 'nulls'> {
  readonly seed: string | number;
  /** The number of devices of the team; undefined if not set: 25, or as many as the fixtures have. */
  readonly devices: number | undefined;
  readonly nulls: number;
  readonly maxPageSize: number;
  readonly fixtures?: Fixtures;
  /** Called with each note. `context` is the executor's `contextValue`; `isFirst`: the note is new. */
  readonly report: (note: string, context: unknown, isFirst: boolean) => void;
}

/** The changes to a world since it was made, as JSON. */
export interface WorldSnapshot {
  /** The version of this format. */
  readonly version: 6;
  /** The seed that the changes belong to. */
  readonly seed: string | number;
  /** The number of mutations that changed something. */
  readonly clock: number;
  /** The objects that changed, the oldest of each type first. */
  readonly changes: readonly WorldChange[];
}

/** The changes to one object. */
export interface WorldChange {
  /** The type and number of the object: `Device#3`. */
  readonly object: string;
  /** The id of a created object. */
  readonly created?: string | number;
  /** Whether the object was deleted. */
  readonly deleted?: boolean;
  /** The written values by field. A reference is `{ "$object": "Device#3" }`, a list several of them. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The rule that a mutation follows, or that refuses it. */
export interface MutationRule {
  /** The type and the field, such as `Mutation.createDevice`. */
  readonly mutation: string;
  /** The number of the rule; undefined if a resolver decides. */
  readonly rule: number | undefined;
  readonly isEmulated: boolean;
  /** The effect of the mutation, or the reason of the refusal. */
  readonly text: string;
}
