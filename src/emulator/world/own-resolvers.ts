import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { entryOf, isRecord } from '../../base/is-record.ts';
import { requiredArguments } from '../../graphql/fields.ts';
import type { FieldValues, ResolverContext } from './model/world-options.ts';
import { EmulatedObject, type StoredObject } from './objects/emulated-object.ts';
import type { WorldParts } from './objects/world-parts.ts';
import type { Call } from './reads/call.ts';
import type { Reads } from './reads/reads.ts';
import { SelectedList } from './reads/selected-list.ts';
import { createObject, removeObject, updateObject } from './writes/own-writes.ts';

type Resolver = (parent: unknown, args: unknown, context: ResolverContext, info: GraphQLResolveInfo) => unknown;

type TypeResolver = (value: unknown, context: ResolverContext, info: GraphQLResolveInfo) => unknown;

/** A resolver of a map: a function, or `{ resolve }`. */
export function resolverIn(members: unknown, name: string): unknown {
  const own = entryOf(members, name, 'resolve') ?? entryOf(members, name);
  return typeof own === 'function' ? own : undefined;
}

/** Runs the integrator's own resolvers. Objects of the world go in and come out as plain objects. */
export class OwnResolvers {
  readonly #world: WorldParts;
  readonly #reads: Reads;
  readonly #shown = new WeakMap<object, EmulatedObject>();

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  resolverOf(type: GraphQLObjectType, field: string): Resolver | undefined {
    return this.#find(type, field) as Resolver | undefined;
  }

  #find({ name }: GraphQLCompositeType, member: string): unknown {
    return resolverIn(entryOf(this.#world.settings.resolvers, name), member);
  }

  run(resolver: Resolver, call: Call, emulated: () => unknown): unknown {
    const answer = resolver(this.#plain(call.owner), call.args, this.#context(emulated), call.info);
    return answer instanceof Promise ? answer.then((value) => this.served(call, value)) : this.served(call, answer);
  }

  #context(emulated: () => unknown): ResolverContext {
    const { model } = this.#world;
    const plain = (stored: StoredObject) => this.#plain(this.#world.view(stored));
    const shown = (name: string, find: (type: GraphQLCompositeType) => readonly StoredObject[]) => {
      const type = model.schema.getType(name);
      return isCompositeType(type) ? find(type).map(plain) : [];
    };
    return {
      emulated: () => this.#show(emulated()),
      find: (name, id) => shown(name, (type) => [this.#world.find(type, id) ?? []].flat())[0],
      all: (name) => shown(name, (type) => this.#world.all(type)),
      create: (name, values) => plain(createObject(this.#world, name, values)),
      update: (name, id, values) => plain(updateObject(this.#world, name, id, values)),
      remove: (name, id) => removeObject(this.#world, name, id),
    };
  }

  /** The value of a resolver as its field has it: a list may become a page. */
  served({ owner, field, args, info }: Call, value: unknown): unknown {
    if (!Array.isArray(value) || !field.page || !field.target) return value;
    const { item } = field.page.shape;
    const list = (types: readonly unknown[]): unknown => {
      const items = value.flatMap((each, index) => this.adopt(each, item, types[index]) ?? []);
      return this.#reads.served(owner, field, new SelectedList(items), args);
    };
    const types = value.map((each) => this.typeOf(each, item, info));
    return types.some((it) => it instanceof Promise) ? Promise.all(types).then(list) : list(types);
  }

  typeOf(value: unknown, type: GraphQLCompositeType, info: GraphQLResolveInfo): unknown {
    if (isObjectType(type) || !isRecord(value) || value instanceof EmulatedObject || this.#shown.has(value))
      return this.adopt(value, type)?.type.name;
    const context = this.#context(() => undefined);
    const resolveType = this.#find(type, '__resolveType') as TypeResolver | undefined;
    if (resolveType) return resolveType(value, context, info);
    const is = this.#world.model.membersOf(type).flatMap((member) => {
      const isTypeOf = this.#find(member, '__isTypeOf') as TypeResolver | undefined;
      return isTypeOf ? [[member.name, isTypeOf(value, context, info)] as const] : [];
    });
    const byItself = (found: readonly (readonly [name: string, is: unknown])[]): string | undefined =>
      found.find((each) => each[1] === true)?.[0] ?? this.adopt(value, type)?.type.name;
    if (!is.some(([, each]) => each instanceof Promise)) return byItself(is);
    return Promise.all(is.map(async ([name, each]) => [name, await each] as const)).then(byItself);
  }

  /** The object of the world for a plain object: the one that it shows, the one with its id, or a new one. */
  adopt(value: unknown, type: GraphQLCompositeType, typeName?: unknown): EmulatedObject | undefined {
    const { model } = this.#world;
    if (value instanceof EmulatedObject) return value;
    if (!isRecord(value)) return undefined;
    const known = this.#shown.get(value);
    if (known) return known.stored && !known.computed ? this.#world.view(known.stored) : known;
    const stored = this.#world.find(type, value['id']);
    const name = typeName ?? value['__typename'];
    const named = typeof name === 'string' ? model.schema.getType(name) : undefined;
    const own = stored ? this.#world.view(stored).type : undefined;
    const member = isObjectType(named) ? named : (own ?? this.#onlyMember(value, type));
    const names = Object.keys(member.getFields()).filter((name) => Object.hasOwn(value, name));
    const object = new EmulatedObject(member, {
      ...(stored ? { stored } : { owner: new EmulatedObject(member), path: String(value['id'] ?? '') }),
      computed: Object.fromEntries(names.map((name) => [name, () => value[name] ?? null])),
    });
    this.#shown.set(value, object);
    return object;
  }

  #onlyMember(value: object, type: GraphQLCompositeType): GraphQLObjectType {
    if (isObjectType(type)) return type;
    const given = Object.keys(value).filter((name) => !name.startsWith('__'));
    const fitting = this.#world.model.schema
      .getPossibleTypes(type)
      .filter((member) => given.every((name) => Object.hasOwn(member.getFields(), name)));
    if (fitting.length === 1 && fitting[0]) return fitting[0];
    const what = fitting.length === 0 ? 'no type' : `each of ${fitting.join(', ')}`;
    throw new Error(
      `A resolver gave an object that fits ${what} of ${type.name}: give it a \`__typename\`, or add a resolver \`${type.name}.__resolveType\`.`,
    );
  }

  #show(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#show(each));
    return value instanceof EmulatedObject ? this.#plain(value) : value;
  }

  /** An object of the world as its fields, each read when it is accessed. */
  #plain(object: EmulatedObject): FieldValues {
    const { model, reader } = this.#world;
    const plain: Record<string, unknown> = {};
    for (const [name, field] of model.fields(object.type)) {
      if (requiredArguments(field.definition).length > 0) continue;
      const read = (): unknown => {
        if (field.leaf || !field.target) return reader.leaf(object, field);
        return field.kind === 'one' || field.kind === 'part' ? reader.one(object, field) : reader.many(object, field);
      };
      const get = () => this.#show((object.computed?.[name] ?? read)());
      Object.defineProperty(plain, name, { enumerable: true, get });
    }
    this.#shown.set(plain, object);
    return plain;
  }
}
