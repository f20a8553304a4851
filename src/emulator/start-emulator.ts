import { loadPeer } from '../graphql/load-peer.ts';
import { ConfigurationError } from '../index.ts';
import type { Emulator, EmulatorOptions } from './emulator-options.ts';

/**
 * Starts an emulator whose schema file is relative to `cwd`.
 *
 * @throws {ConfigurationError} where a package is not installed, an option is out of range, or the schema is invalid.
 */
export async function startEmulatorIn(cwd: string, options: EmulatorOptions): Promise<Emulator> {
  const { schema, seed = 1, onRequest = () => {} } = options;
  const port = whole('port', options.port ?? 0, 0, 65_535);
  const devices = whole('devices', options.devices ?? 25, 0, 10_000_000);
  const maxPageSize = whole('maxPageSize', options.maxPageSize ?? 100, 1, 10_000_000);
  const [{ servedSchema }, { serve }] = await loadPeer('The emulator', ['graphql', 'graphql-yoga'], () =>
    Promise.all([import('./served-schema.ts'), import('./server.ts')]),
  );
  return serve({ schema: await servedSchema(schema, cwd), port, devices, seed, maxPageSize, onRequest });
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigurationError(`The emulator's \`${name}\` must be a whole number from ${least} to ${most}.`);
}
