import {
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
import type { Call } from './call.ts';
import type { Model } from './model.ts';
import type { Population } from './population.ts';
import type { Reader } from './reader.ts';
import type { Reads } from './resolve.ts';
import { seriesOf } from './series.ts';
import { Thing } from './thing.ts';
import type { FieldValues, ResolverContext } from './world-options.ts';

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
  const views = new WeakMap<object, Thing>();

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
        const series = population.all(named);
        return Array.from({ length: series.length }, (_, position) => view(series.at(position)));
      },
    };
    const { name } = call.field;
    const adopted = (value: unknown): unknown => adopt(value, call.field.type, call, name);
    const answer = resolver(view(call.owner), call.args, context, call.info);
    return answer instanceof Promise ? answer.then(adopted) : adopted(answer);
  }

  function shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shown);
    return value instanceof Thing ? view(value) : value;
  }

  /** An object of the world as its fields: read when they are looked at. */
  function view(thing: Thing): FieldValues {
    const made: Record<string, unknown> = {};
    for (const [name, slot] of model.slotsOfType(thing.type)) {
      if (requiredArguments(slot.field).length > 0) continue;
      const given = thing.given?.[name];
      const get = (): unknown => {
        if (given) return shown(given());
        if (slot.leaf) return reader.leaf(thing, slot);
        if (slot.kind === 'reference' || slot.kind === 'part') return shown(reader.one(thing, slot));
        const list = reader.many(thing, slot);
        return Array.from({ length: Math.min(list.length, 1000) }, (_, position) => view(list.at(position)));
      };
      Object.defineProperty(made, name, { enumerable: true, get });
    }
    views.set(made, thing);
    return made;
  }

  function adopt(value: unknown, of: GraphQLOutputType, call: Call, path: string): unknown {
    if (value === null || value === undefined) return null;
    if (value instanceof Promise) return value.then((settled) => adopt(settled, of, call, path));
    const type = getNullableType(of);
    if (isListType(type))
      return Array.isArray(value) ? value.map((each, at) => adopt(each, type.ofType, call, `${path}[${at}]`)) : value;
    if (!isCompositeType(type)) return value;
    const slot = model.slot(call.type, call.field.name);
    if (Array.isArray(value) && slot?.page && slot.page.type === type) {
      const items = value.map((each, at) => adopt(each, slot.page?.shape.item ?? type, call, `${path}[${at}]`));
      return reads.servedList(
        call.owner,
        call.field,
        slot,
        seriesOf(items.filter((item) => item instanceof Thing)),
        call.args,
        type,
      );
    }
    const thing = typeof value === 'object' ? views.get(value) : undefined;
    if (thing) return thing.family && !thing.given ? population.thing(thing.family, thing.index, type) : thing;
    if (!isRecord(value)) return value;
    const found = population.find(type, value['id']);
    const named = typeof value['__typename'] === 'string' ? model.schema.getType(value['__typename']) : undefined;
    const member = isObjectType(named) ? named : (found?.type ?? model.membersOf(type)[0]);
    if (member === undefined) return null;
    const given: Record<string, () => unknown> = {};
    for (const [name, field] of Object.entries(member.getFields())) {
      if (!Object.hasOwn(value, name)) continue;
      const inner = { ...call, type: member, field };
      given[name] = () => adopt(value[name], field.type, inner, name);
    }
    return found
      ? new Thing(member, { family: found.family, index: found.index, given })
      : new Thing(member, { owner: call.owner, path, given });
  }

  return { resolverOf, run };
}
