import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { requiredArguments } from '../../graphql/fields.ts';
import type { FieldValues, ResolverContext } from './model/world-options.ts';
import type { Call } from './reads/call.ts';
import type { Reads } from './reads/reads.ts';
import { SelectedList } from './reads/selected-list.ts';
import { EmulatedObject, type StoredObject } from './store/emulated-object.ts';
import type { WorldParts } from './store/world-parts.ts';

/** A resolver as GraphQL.js has it, with the world as its context. */
export type Resolver = (parent: unknown, args: unknown, context: ResolverContext, info: GraphQLResolveInfo) => unknown;

/** Runs the integrator's own resolvers: objects of the world go in and come out as plain objects. */
export class OwnResolvers {
  readonly #world: WorldParts;
  readonly #reads: Reads;
  readonly #resolvers: object;
  /** The objects of the world that plain ones show. */
  readonly #shown = new WeakMap<object, EmulatedObject>();

  constructor(world: WorldParts, reads: Reads, resolvers: object) {
    this.#world = world;
    this.#reads = reads;
    this.#resolvers = resolvers;
  }

  resolverOf(type: GraphQLObjectType, field: string): Resolver | undefined {
    const inside = (of: unknown, name: string): unknown =>
      isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined;
    const found = inside(inside(this.#resolvers, type.name), field);
    return typeof found === 'function' ? (found as Resolver) : undefined;
  }

  /** The answer of a resolver; `emulated` is the emulator's own. */
  run(resolver: Resolver, call: Call, emulated: () => unknown): unknown {
    const { model } = this.#world;
    const shown = (name: string, find: (type: GraphQLCompositeType) => readonly StoredObject[]) => {
      const type = model.schema.getType(name);
      return isCompositeType(type) ? find(type).map((stored) => this.#plain(this.#world.view(stored, type))) : [];
    };
    const context: ResolverContext = {
      emulated: () => this.#show(emulated()),
      find: (name, id) => shown(name, (type) => [this.#world.find(type, id) ?? []].flat())[0],
      all: (name) => shown(name, (type) => this.#world.all(type)),
    };
    const answer = resolver(this.#plain(call.owner), call.args, context, call.info);
    return answer instanceof Promise ? answer.then((value) => this.served(call, value)) : this.served(call, answer);
  }

  /** A value of a resolver in the type that the field has for it: a list may be a page. */
  served(call: Call, value: unknown): unknown {
    const field = this.#world.model.field(call.type, call.definition.name);
    if (!Array.isArray(value) || !field?.page) return value;
    const { item } = field.page.shape;
    const items = value.flatMap((each) => this.adopt(each, item) ?? []);
    return this.#reads.served(call, field, new SelectedList(items), call.args);
  }

  /** A plain object as one of the world: the one that it shows, the one with its id with these fields over it, or a new one. */
  adopt(value: unknown, type: GraphQLCompositeType): EmulatedObject | undefined {
    const { model } = this.#world;
    if (value instanceof EmulatedObject) return value;
    if (!isRecord(value)) return undefined;
    const known = this.#shown.get(value);
    if (known) return known.stored && !known.computed ? this.#world.view(known.stored, type) : known;
    const stored = this.#world.find(type, value['id']);
    const named = typeof value['__typename'] === 'string' ? model.schema.getType(value['__typename']) : undefined;
    const own = stored ? this.#world.view(stored, type).type : model.membersOf(type)[0];
    const member = isObjectType(named) ? named : own;
    if (member === undefined) return undefined;
    const names = Object.keys(member.getFields()).filter((name) => Object.hasOwn(value, name));
    const object = new EmulatedObject(member, {
      ...(stored ? { stored } : { owner: new EmulatedObject(member), path: String(value['id'] ?? '') }),
      computed: Object.fromEntries(names.map((name) => [name, () => value[name] ?? null])),
    });
    this.#shown.set(value, object);
    return object;
  }

  #show(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#show(each));
    return value instanceof EmulatedObject ? this.#plain(value) : value;
  }

  /** An object of the world as its fields, which are read when they are looked at. */
  #plain(object: EmulatedObject): FieldValues {
    const { model, reader } = this.#world;
    const plain: Record<string, unknown> = {};
    for (const [name, field] of model.fieldsOfType(object.type)) {
      if (requiredArguments(field.definition).length > 0) continue;
      const read = (): unknown => {
        if (field.leaf || !field.target) return reader.leaf(object, field);
        return /^(?:reference|part)$/.test(field.kind) ? reader.one(object, field) : reader.many(object, field);
      };
      const get = () => this.#show((object.computed?.[name] ?? read)());
      Object.defineProperty(plain, name, { enumerable: true, get });
    }
    this.#shown.set(plain, object);
    return plain;
  }
}
