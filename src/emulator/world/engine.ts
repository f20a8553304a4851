import type { GraphQLFieldResolver, GraphQLSchema, GraphQLTypeResolver } from 'graphql';
import type { WorldSettings, WorldSnapshot } from './model/world-options.ts';
import { OwnResolvers } from './own-resolvers.ts';
import { type Call, drawnNote, isDefault } from './reads/call.ts';
import { createCounts } from './reads/counts.ts';
import { Reads } from './reads/reads.ts';
import { EmulatedObject } from './store/emulated-object.ts';
import type { FixtureObjects } from './store/fixtures.ts';
import type { Store } from './store/store.ts';
import { WorldParts } from './store/world-parts.ts';
import { Mutations } from './writes/mutations.ts';

/** The two functions of an executor, over one schema and one store. */
export interface Engine {
  readonly schema: GraphQLSchema;
  /** The fixtures as they were read with the first schema. */
  readonly fixtures: FixtureObjects;
  readonly fieldResolver: GraphQLFieldResolver<unknown, unknown>;
  readonly typeResolver: GraphQLTypeResolver<unknown, unknown>;
  /** Makes the objects as they were at the start, or as they were at a snapshot. */
  startOver(snapshot?: WorldSnapshot): void;
}

/** Called with a sentence about what the world does not understand or do. */
export type Say = (sentence: string, context: unknown) => void;

/** Answers the operations of a schema from a store. */
export function createEngine(
  schema: GraphQLSchema,
  store: Store,
  settings: WorldSettings,
  say: Say,
  known?: FixtureObjects,
): Engine {
  const world = new WorldParts(schema, store, settings, known);
  const { reader, fixtures } = world;
  reader.countOf = createCounts(world);
  const reads = new Reads(world);
  const mutations = new Mutations(world, reads);
  const own = new OwnResolvers(world, reads, settings.resolvers ?? {});

  function answer(call: Call): unknown {
    const computed = call.owner.computed?.[call.definition.name];
    if (computed !== undefined) return own.served(call, computed());
    if (call.owner.role === 'answer') call.say(drawnNote(call.type.name, call.definition.name));
    const place = mutations.placeOf(call);
    return place === 'mutation'
      ? mutations.run(call)
      : place === 'namespace'
        ? mutations.namespace(call)
        : reads.read(call);
  }

  return {
    schema,
    fixtures,
    fieldResolver(source, args, context, info) {
      const { parentType: type, fieldName } = info;
      const definition = type.getFields()[fieldName];
      if (definition === undefined) return undefined;
      const owner = own.adopt(source, type) ?? new EmulatedObject(type);
      const place = `\`${type.name}.${fieldName}\``;
      const call: Call = {
        ...{ owner, type, definition, args, info },
        note: (what) =>
          isDefault(definition, info, what) ||
          say(`\`${what}\` of ${place} is not understood, so it has no effect. Add a resolver for ${place}.`, context),
        say: (sentence) => say(sentence, context),
      };
      const resolver = own.resolverOf(type, fieldName);
      return resolver ? own.run(resolver, call, () => answer(call)) : answer(call);
    },
    typeResolver: (object, _context, _info, type) => own.adopt(object, type)?.type.name,
    startOver: (snapshot) => world.startOver(snapshot),
  };
}
