import { loadPeer } from '../graphql/load-peer.ts';
import { ConfigurationError } from '../index.ts';
import type { Emulator, EmulatorOptions } from './emulator.ts';

/**
 * Starts a GraphQL server on loopback that answers any operation valid over its schema: introspection for everyone,
 * everything else with one of its keys. A request without one is answered with HTTP status 401 and the code
 * `UNAUTHENTICATED`, which is our choice: how the service refuses is not documented.
 *
 * @throws {ConfigurationError} when graphql-yoga is not installed, an option is out of range, or the schema is not valid.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { schema, seed = 1, onRequest = () => {} } = options;
  const port = whole('port', options.port ?? 0, 0, 65_535);
  const devices = whole('devices', options.devices ?? 25, 0, 10_000_000);
  const maxPageSize = whole('maxPageSize', options.maxPageSize ?? 100, 1, 10_000_000);
  const [{ readSchema }, { serve }] = await loadPeer('The emulator', ['graphql', 'graphql-yoga'], () =>
    Promise.all([import('./schema.ts'), import('./server.ts')]),
  );
  return serve({ schema: await readSchema(schema), port, devices, seed, maxPageSize, onRequest });
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigurationError(`The emulator's \`${name}\` must be a whole number from ${least} to ${most}.`);
}

export type { Authorization } from './auth.ts';
export type { Emulator, EmulatorOptions, EmulatorRequest } from './emulator.ts';
