import type { GraphQLFieldResolver, GraphQLSchema, GraphQLTypeResolver } from 'graphql';
import { Model } from './model/model.ts';
import { createRelations } from './model/relations.ts';
import { createStories, type Story } from './model/story.ts';
import type { WorldSettings, WorldSnapshot } from './model/world-options.ts';
import { OwnResolvers } from './own-resolvers.ts';
import type { Call } from './reads/call.ts';
import { createCounts } from './reads/counts.ts';
import { Filters } from './reads/filter.ts';
import type { FilterOf } from './reads/predicate.ts';
import { Reads } from './reads/reads.ts';
import { EmulatedObject, type StoredObject } from './store/emulated-object.ts';
import { type FixtureObjects, linkFixtures, readFixtureObjects } from './store/fixtures.ts';
import { Links } from './store/links.ts';
import { Population } from './store/population.ts';
import { Reader } from './store/reader.ts';
import { applySnapshot } from './store/snapshot.ts';
import type { Store } from './store/store.ts';
import { hash } from './values/chance.ts';
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
  const { model, population, links, reader, fixtures, relations, storyOf } = createWorldOf(
    schema,
    store,
    settings,
    known,
  );
  const filters = new Filters({ model, reader, storyOf });
  const filterOf: FilterOf = (type, input) => filters.of(type, input);
  reader.countOf = createCounts({ model, relations, population, links, reader, filterOf });
  const reads = new Reads({ model, store, population, reader, filterOf, maxPageSize: settings.maxPageSize });
  const changeParts = { model, store, population, relations, links, reader, storyOf };
  const mutations = new Mutations(changeParts, reads, filterOf);
  const own = new OwnResolvers({ model, population, reader, reads }, settings.resolvers ?? {});

  function answer(call: Call): unknown {
    const computed = call.owner.computed?.[call.definition.name];
    if (computed !== undefined) return computed();
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
      const owner = source instanceof EmulatedObject ? source : new EmulatedObject(type);
      const place = `\`${type.name}.${fieldName}\``;
      const call: Call = {
        ...{ owner, type, definition, args, info },
        note: (what) =>
          say(`\`${what}\` of ${place} is not understood, so it has no effect. Add a resolver for ${place}.`, context),
        say: (sentence) => say(sentence, context),
      };
      const resolver = own.resolverOf(type, fieldName);
      return resolver ? own.run(resolver, call, () => answer(call)) : answer(call);
    },
    typeResolver: (object) => (object instanceof EmulatedObject ? object.type.name : undefined),
    startOver(snapshot) {
      population.startOver(snapshot?.seed ?? settings.seed, snapshot?.sizes);
      linkFixtures({ model, store, population, relations, links }, fixtures);
      if (snapshot) applySnapshot(store, population, snapshot);
    },
  };
}

/** The objects of a schema, and how they are read. */
function createWorldOf(schema: GraphQLSchema, store: Store, settings: WorldSettings, known?: FixtureObjects) {
  const { count = {}, mocks = {}, nulls = 0.1 } = settings;
  const model = new Model(schema, new Set([...Object.keys(count), ...Object.keys(settings.fixtures ?? {})]));
  const fixtures = known ?? readFixtureObjects(model, settings.fixtures ?? {});
  const population = new Population(model, store, settings, fixtures);
  const relations = createRelations(model);
  const stories = createStories(model);
  const storyOf = ({ family }: Pick<StoredObject, 'family'>): Story | undefined => {
    const own = model.families.get(family);
    return own && stories(own);
  };
  const isLeftEmpty = (place: string, key: string): boolean =>
    nulls > 0 && hash(store.seed, place, key, 'empty') % 10_000 < nulls * 10_000;
  const links = new Links({ model, store, population, relations, isLeftEmpty });
  const reader = new Reader({ model, store, population, links, storyOf, isLeftEmpty, mocks });
  return { model, population, links, reader, fixtures, relations, storyOf };
}
