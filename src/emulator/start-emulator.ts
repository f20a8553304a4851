import { loadPeer } from '../graphql/load-peer.ts';
import { ConfigurationError } from '../index.ts';
import type { Emulator, EmulatorOptions } from './emulator-options.ts';

/**
 * Starts an emulator.
 *
 * @param cwd - The folder that the path of a schema file is relative to.
 * @param options - The options of the emulator.
 *
 * @throws {ConfigurationError} if a package is not installed, an option is out of range, the schema is invalid, or the port
 * is in use.
 */
export async function startEmulatorIn(cwd: string, options: EmulatorOptions<object>): Promise<Emulator> {
  const { schema, seed = 1, onRequest = () => {} } = options;
  const port = whole('port', options.port ?? 0, 0, 65_535);
  const devices = options.devices === undefined ? undefined : whole('devices', options.devices, 0, 10_000_000);
  const maxPageSize = whole('maxPageSize', options.maxPageSize ?? 100, 1, 10_000_000);
  const [{ servedSchema }, { serve }, { readWorldContent }] = await loadPeer(
    'The emulator',
    ['graphql', 'graphql-yoga'],
    () => Promise.all([import('./served-schema.ts'), import('./server.ts'), import('./world/read-world-content.ts')]),
  );
  const content = await readWorldContent(options, cwd);
  const world = { ...content, devices, seed, maxPageSize, report: () => {} };
  return serve({ ...world, schema: await servedSchema(schema, cwd), port, onRequest });
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigurationError(`The emulator's \`${name}\` must be a whole number from ${least} to ${most}.`);
}
