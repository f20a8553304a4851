import { loadPeer } from '../graphql/files/load-peer.ts';
import type { Emulator, EmulatorOptions } from './emulator-options.ts';

/**
 * Starts a GraphQL server on loopback. The server answers all valid queries, and the mutations that its rules cover; it refuses other
 * mutations with the code `NOT_EMULATED`, and subscriptions. Introspection needs no key. Another request without a valid key gets
 * HTTP status 401 and the code `UNAUTHENTICATED`. This is inferred: the answer of the service is not documented.
 *
 * @throws {ControlApiError} if a package is not installed, an option is unknown or out of range, the schema is invalid, or
 * the port is in use.
 */
export function startEmulator(options?: EmulatorOptions): Promise<Emulator>;
/**
 * Starts the emulator with resolvers in the types of your schema: `startEmulator<Resolvers<ResolverContext>>({ … })`.
 *
 * @throws {ControlApiError} as without resolvers.
 */
export function startEmulator<Resolvers extends object>(options: EmulatorOptions<Resolvers>): Promise<Emulator>;
export async function startEmulator(options: EmulatorOptions<object> = {}): Promise<Emulator> {
  const { runEmulator } = await loadPeer('The emulator', ['graphql'], () => import('./run-emulator.ts'));
  return runEmulator(process.cwd(), options);
}

export type { Authorization } from './authorization.ts';
export type { Emulator, EmulatorOptions, EmulatorRequest, OperationReference } from './emulator-options.ts';
export type { Fault, FaultDetails, FaultName, FaultScope } from './fault.ts';
export type {
  FieldValues,
  Fixtures,
  ResolverContext,
  ResolverMap,
  WorldChange,
  WorldContent,
  WorldSnapshot,
} from './world/model/world-options.ts';
