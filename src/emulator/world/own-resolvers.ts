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
import { type Model, takesNothing } from './model/model.ts';
import type { FieldValues, ResolverContext } from './model/world-options.ts';
import type { Call } from './reads/call.ts';
import type { Reads } from './reads/reads.ts';
import { EmulatedObject } from './store/emulated-object.ts';
import type { Population } from './store/population.ts';
import type { Reader } from './store/reader.ts';

/** A resolver as GraphQL.js has it, with the world as its context. */
export type Resolver = (parent: unknown, args: unknown, context: ResolverContext, info: GraphQLResolveInfo) => unknown;

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
  readonly reads: Reads;
}

/** The integrator's own resolvers. */
export interface OwnResolvers {
  resolverOf(type: GraphQLObjectType, field: string): Resolver | undefined;
  /** The answer of a resolver as the world's; `emulated` is the emulator's own. */
  run(resolver: Resolver, call: Call, emulated: () => unknown): unknown;
}

/** Runs the integrator's own resolvers: objects of the world go in and come out as plain objects. */
export function createOwnResolvers({ model, population, reader, reads }: Parts, resolvers: object): OwnResolvers {
  const views = new WeakMap<object, EmulatedObject>();

  function resolverOf(type: GraphQLObjectType, field: string): Resolver | undefined {
    const own: unknown = Object.hasOwn(resolvers, type.name) ? Reflect.get(resolvers, type.name) : undefined;
    const found: unknown = isRecord(own) && Object.hasOwn(own, field) ? own[field] : undefined;
    return typeof found === 'function' ? (found as Resolver) : undefined;
  }

  function run(resolver: Resolver, call: Call, emulated: () => unknown): unknown {
    const context: ResolverContext = {
      emulated: () => shown(emulated()),
      find(type, id) {
        const named = model.schema.getType(type);
        const found = isCompositeType(named) ? population.find(named, id) : undefined;
        return found && view(found);
      },
      all(type) {
        const named = model.schema.getType(type);
        if (!isCompositeType(named)) return [];
        return population.all(named).map((stored) => view(population.view(stored, named)));
      },
    };
    const { definition } = call;
    const adopted = (value: unknown): unknown => adopt(value, definition.type, call, definition.name);
    const answer = resolver(view(call.owner), call.args, context, call.info);
    return answer instanceof Promise ? answer.then(adopted) : adopted(answer);
  }

  function shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shown);
    return value instanceof EmulatedObject ? view(value) : value;
  }

  /** An object of the world as its fields: read when they are looked at. */
  function view(object: EmulatedObject): FieldValues {
    const made: Record<string, unknown> = {};
    for (const [name, field] of model.fieldsOfType(object.type)) {
      if (!takesNothing(field)) continue;
      const get = (): unknown => {
        const computed = object.computed?.[name];
        if (computed) return shown(computed());
        if (field.leaf) return reader.leaf(object, field);
        if (field.kind === 'reference' || field.kind === 'part') return shown(reader.one(object, field));
        return shown(reader.many(object, field));
      };
      Object.defineProperty(made, name, { enumerable: true, get });
    }
    views.set(made, object);
    return made;
  }

  function adopt(value: unknown, of: GraphQLOutputType, call: Call, path: string): unknown {
    if (value === null || value === undefined) return null;
    if (value instanceof Promise) return value.then((settled) => adopt(settled, of, call, path));
    const type = getNullableType(of);
    if (isListType(type))
      return Array.isArray(value) ? value.map((each, at) => adopt(each, type.ofType, call, `${path}[${at}]`)) : value;
    if (!isCompositeType(type)) return value;
    const field = model.field(call.type, call.definition.name);
    if (Array.isArray(value) && field?.page && field.page.type === type) {
      const items = value.map((each, at) => adopt(each, field.page?.shape.item ?? type, call, `${path}[${at}]`));
      return reads.served(call, field, { items: items.filter((item) => item instanceof EmulatedObject) }, call.args);
    }
    const known = typeof value === 'object' ? views.get(value) : undefined;
    if (known) return known.stored && !known.computed ? population.view(known.stored, type) : known;
    return isRecord(value) ? adoptRecord(value, type, call, path) : value;
  }

  /** A plain object as one of the world: the one with its id, with these fields over it, or a new one. */
  function adoptRecord(
    value: Readonly<Record<string, unknown>>,
    type: GraphQLCompositeType,
    call: Call,
    path: string,
  ): EmulatedObject | null {
    const found = population.find(type, value['id']);
    const named = typeof value['__typename'] === 'string' ? model.schema.getType(value['__typename']) : undefined;
    const member = isObjectType(named) ? named : (found?.type ?? model.membersOf(type)[0]);
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const [name, definition] of Object.entries(member.getFields())) {
      if (!Object.hasOwn(value, name)) continue;
      const inner = { ...call, type: member, definition };
      computed[name] = () => adopt(value[name], definition.type, inner, name);
    }
    return new EmulatedObject(
      member,
      found ? { stored: found.stored, computed } : { owner: call.owner, path, computed },
    );
  }

  return { resolverOf, run };
}
