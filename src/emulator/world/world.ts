import type { GraphQLSchema } from 'graphql';
import { checkSettings } from './check-settings.ts';
import { createEngine, type Say } from './engine.ts';
import type { EmulatedWorld, WorldSettings } from './model/world-options.ts';
import { checkedSnapshot, snapshotOf } from './store/snapshot.ts';
import { Store } from './store/store.ts';

/**
 * Makes the world behind a schema.
 *
 * @throws {ControlApiError} if the fixtures, counts, mocks or resolvers don't fit the schema.
 */
export function createWorld(schema: GraphQLSchema, settings: WorldSettings): EmulatedWorld {
  checkSettings(schema, settings);
  const store = new Store(settings.seed);
  const said = new Set<string>();
  const say: Say = (sentence, context) => {
    const isFirst = !said.has(sentence);
    said.add(sentence);
    settings.report(sentence, context, isFirst);
  };
  let engine = createEngine(schema, store, settings, say);
  engine.startOver();
  return {
    get schema() {
      return engine.schema;
    },
    fieldResolver: (...call) => engine.fieldResolver(...call),
    typeResolver: (...call) => engine.typeResolver(...call),
    reset: () => engine.startOver(),
    snapshot: () => snapshotOf(store),
    restore: (snapshot) => engine.startOver(checkedSnapshot(snapshot)),
    swapSchema(next) {
      if (next === engine.schema) return;
      const snapshot = snapshotOf(store);
      engine = createEngine(next, store, settings, say, engine.fixtures);
      engine.startOver(snapshot);
    },
  };
}
