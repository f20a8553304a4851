import type { GraphQLCompositeType, GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { EmulatedWorld, WorldSettings } from './model/world-options.ts';
import { EmulatedObject } from './objects/emulated-object.ts';
import { checkedSnapshot, snapshotOf } from './objects/snapshot.ts';
import { Store } from './objects/store.ts';
import { WorldParts } from './objects/world-parts.ts';
import { OwnResolvers } from './own-resolvers.ts';
import { type Arguments, type Call, drawnNote, isDefault } from './reads/call.ts';
import { countedBy } from './reads/counts.ts';
import { Reads } from './reads/reads.ts';
import { Mutations } from './writes/mutations.ts';
import { type AskedMutations, explained, refusalsIn } from './writes/refusals.ts';

type Say = (sentence: string, context: unknown) => void;

/**
 * Makes the world behind a schema.
 *
 * @throws {ControlApiError} if the fixtures don't fit the schema.
 */
export function createWorld(schema: GraphQLSchema, settings: WorldSettings): EmulatedWorld {
  const store = new Store(settings.seed);
  const said = new Set<string>();
  const say: Say = (sentence, context) => {
    const isFirst = !said.has(sentence);
    said.add(sentence);
    settings.report(sentence, context, isFirst);
  };
  let engine = createEngine(new WorldParts(schema, store, settings), say);
  return {
    get schema() {
      return engine.world.model.schema;
    },
    fieldResolver: (...call) => engine.fieldResolver(...call),
    typeResolver: (...call) => engine.typeResolver(...call),
    refusals: (document, operationName, variables) => engine.refusals({ document, operationName, variables }),
    explain: () => engine.explain(),
    reset: () => engine.world.startOver(),
    snapshot: () => snapshotOf(store),
    restore: (snapshot) => engine.world.startOver(checkedSnapshot(snapshot)),
    swapSchema(next) {
      if (next === engine.world.model.schema) return;
      engine = createEngine(new WorldParts(next, store, settings, engine.world.fixtures), say);
      // The same field may lead elsewhere there.
      store.referrers.clear();
    },
  };
}

function createEngine(world: WorldParts, say: Say) {
  world.reader.countOf = (object, field) => countedBy(world, object, field)?.items().length;
  const reads = new Reads(world);
  const mutations = new Mutations(world, reads);
  const own = new OwnResolvers(world, reads, world.settings.resolvers ?? {});

  function answer(call: Call): unknown {
    const computed = call.owner.computed?.[call.definition.name];
    if (computed !== undefined) return own.served(call, computed());
    if (mutations.isDrawn(call)) call.say(drawnNote(call.type.name, call.definition.name));
    const place = mutations.placeOf(call);
    return place === 'mutation'
      ? mutations.run(call)
      : place === 'namespace'
        ? mutations.namespace(call)
        : reads.read(call);
  }

  const isOwn = (type: GraphQLObjectType, field: string): boolean => own.resolverOf(type, field) !== undefined;

  return {
    world,
    refusals: (asked: AskedMutations) => refusalsIn(world.model, mutations, asked, isOwn),
    explain: () => explained(world.model, mutations, isOwn),
    fieldResolver(source: unknown, args: Arguments, context: unknown, info: GraphQLResolveInfo): unknown {
      const { parentType: type, fieldName } = info;
      const definition = type.getFields()[fieldName];
      if (definition === undefined) return undefined;
      const owner = own.adopt(source, type) ?? new EmulatedObject(type);
      const place = `\`${type.name}.${fieldName}\``;
      const call: Call = {
        ...{ owner, type, definition, args, info },
        note: (what) =>
          isDefault(info, what) ||
          say(`\`${what}\` of ${place} is not understood, so it has no effect. Add a resolver for ${place}.`, context),
        say: (sentence) => say(sentence, context),
      };
      const resolver = own.resolverOf(type, fieldName);
      return resolver ? own.run(resolver, call, () => answer(call)) : answer(call);
    },
    typeResolver: (object: unknown, _context: unknown, info: GraphQLResolveInfo, type: GraphQLCompositeType) =>
      own.typeOf(object, type, info) as string | undefined,
  };
}
