import type { Emulator, EmulatorOptions } from './emulator-options.ts';
import { startEmulatorIn } from './start-emulator.ts';

/**
 * Starts a GraphQL server on loopback that answers any operation valid over its schema: introspection for everyone,
 * everything else with one of its keys. A request without one is answered with HTTP status 401 and the code
 * `UNAUTHENTICATED`, which is our choice: how the service refuses is not documented.
 *
 * @throws {ConfigurationError} where graphql-yoga is not installed, an option is out of range, or the schema is invalid.
 */
export function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return startEmulatorIn(process.cwd(), options);
}

export type { Authorization } from './authorization.ts';
export type { Emulator, EmulatorOptions, EmulatorRequest } from './emulator-options.ts';
