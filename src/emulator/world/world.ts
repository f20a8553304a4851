import type { GraphQLSchema } from 'graphql';
import { createEmulatedData as createData } from './emulated-data.ts';
import { createResolvers } from './resolve.ts';
import type { EmulatedWorld, WorldSettings } from './world-options.ts';

/**
 * Makes the world behind a schema.
 *
 * @throws {ConfigurationError} if the fixtures, counts, mocks or resolvers don't fit the schema.
 */
export function createWorld(schema: GraphQLSchema, settings: WorldSettings): EmulatedWorld {
  const data = createData(schema, { devices: settings.devices ?? 25, seed: settings.seed });
  const resolvers = createResolvers(data, settings);
  return {
    schema,
    ...(resolvers as Pick<EmulatedWorld, 'fieldResolver' | 'typeResolver'>),
    reset() {},
    snapshot: () => ({ version: 1, seed: settings.seed, clock: 0, types: {} }),
    restore() {},
    swapSchema() {},
  };
}
