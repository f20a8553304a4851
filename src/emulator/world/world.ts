import type { GraphQLSchema } from 'graphql';
import { createEngine } from './engine.ts';
import { createState, resetState, restoreState, snapshotOf } from './state.ts';
import type { EmulatedWorld, WorldSettings } from './world-options.ts';

/**
 * Makes the world behind a schema.
 *
 * @throws {ConfigurationError} if the fixtures, counts, mocks or resolvers don't fit the schema.
 */
export function createWorld(schema: GraphQLSchema, settings: WorldSettings): EmulatedWorld {
  const state = createState(settings.seed);
  const noted = new Set<string>();
  const note = (text: string, context: unknown): void => {
    if (noted.has(text)) return;
    noted.add(text);
    settings.report(text, context);
  };
  let engine = createEngine(schema, state, settings, note);
  engine.start();
  return {
    get schema() {
      return engine.schema;
    },
    fieldResolver: (...call) => engine.fieldResolver(...call),
    typeResolver: (...call) => engine.typeResolver(...call),
    reset: () => resetState(state),
    snapshot: () => snapshotOf(state),
    restore: (snapshot) => restoreState(state, snapshot),
    swapSchema(next) {
      state.version += 1;
      engine = createEngine(next, state, settings, note);
    },
  };
}
