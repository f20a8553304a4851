import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { requiredArguments } from '../../graphql/fields.ts';
import type { FieldValues, ResolverContext } from './model/world-options.ts';
import type { Call } from './reads/call.ts';
import type { Reads } from './reads/reads.ts';
import { SelectedList } from './reads/selected-list.ts';
import { EmulatedObject } from './store/emulated-object.ts';
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
    const own: unknown = Object.hasOwn(this.#resolvers, type.name)
      ? Reflect.get(this.#resolvers, type.name)
      : undefined;
    const found: unknown = isRecord(own) && Object.hasOwn(own, field) ? own[field] : undefined;
    return typeof found === 'function' ? (found as Resolver) : undefined;
  }

  /** The answer of a resolver as the world's; `emulated` is the emulator's own. */
  run(resolver: Resolver, call: Call, emulated: () => unknown): unknown {
    const { model, population } = this.#world;
    const typed = (name: string): GraphQLCompositeType | undefined => {
      const type = model.schema.getType(name);
      return isCompositeType(type) ? type : undefined;
    };
    const context: ResolverContext = {
      emulated: () => this.#show(emulated()),
      find: (name, id) => {
        const type = typed(name);
        const found = type && population.find(type, id);
        return type && found && this.#plain(population.view(found, type));
      },
      all: (name) => {
        const type = typed(name);
        return type ? population.all(type).map((stored) => this.#plain(population.view(stored, type))) : [];
      },
    };
    return this.#adopt(resolver(this.#plain(call.owner), call.args, context, call.info), call.definition.type, call);
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
        const computed = object.computed?.[name];
        if (computed) return computed();
        if (field.leaf) return reader.leaf(object, field);
        return field.kind === 'reference' || field.kind === 'part'
          ? reader.one(object, field)
          : reader.many(object, field);
      };
      Object.defineProperty(plain, name, { enumerable: true, get: () => this.#show(read()) });
    }
    this.#shown.set(plain, object);
    return plain;
  }

  /** A value of a resolver as the world has it. */
  #adopt(value: unknown, of: GraphQLOutputType, call: Call, path = call.definition.name): unknown {
    if (value === null || value === undefined) return null;
    if (value instanceof Promise) return value.then((settled) => this.#adopt(settled, of, call, path));
    const type = getNullableType(of);
    const each = (list: readonly unknown[], item: GraphQLOutputType): unknown[] =>
      list.map((one, at) => this.#adopt(one, item, call, `${path}[${at}]`));
    if (isListType(type)) return Array.isArray(value) ? each(value, type.ofType) : value;
    if (!isCompositeType(type)) return value;
    const { model, population } = this.#world;
    const field = model.field(call.type, call.definition.name);
    if (Array.isArray(value) && field?.page?.type === type) {
      const items = each(value, field.page.shape.item).filter((item) => item instanceof EmulatedObject);
      return this.#reads.served(call, field, new SelectedList(items), call.args);
    }
    const known = typeof value === 'object' ? this.#shown.get(value) : undefined;
    if (known) return known.stored && !known.computed ? population.view(known.stored, type) : known;
    return isRecord(value) ? this.#adoptRecord(value, type, call, path) : value;
  }

  /** A plain object as one of the world: the one with its id, with these fields over it, or a new one. */
  #adoptRecord(value: FieldValues, type: GraphQLCompositeType, call: Call, path: string): EmulatedObject | null {
    const { model, population } = this.#world;
    const found = population.find(type, value['id']);
    const named = typeof value['__typename'] === 'string' ? model.schema.getType(value['__typename']) : undefined;
    const member = isObjectType(named) ? named : found ? population.view(found, type).type : model.membersOf(type)[0];
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const [name, definition] of Object.entries(member.getFields())) {
      if (!Object.hasOwn(value, name)) continue;
      computed[name] = () => this.#adopt(value[name], definition.type, { ...call, type: member, definition });
    }
    return new EmulatedObject(member, {
      ...(found ? { stored: found } : { owner: call.owner, path }),
      computed,
    });
  }
}
