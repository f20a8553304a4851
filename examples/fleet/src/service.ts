import { fileURLToPath } from 'node:url';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';

/** The service that the fleet works on: the emulator, and its own account of what it was asked to do. */
export interface Service {
  readonly emulator: Emulator;
  /** How often the mutation was executed for each device: what really happened, whatever the fleet believes. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** Called when a page of the list or a mutation arrives, with how many of its kind have arrived so far. */
  onArrival: (kind: 'page' | 'mutation', count: number) => void;
}

/** Starts the service with that many devices. One in `lockedEach` refuses to install. */
export async function startService(devices: number, lockedEach = 5_000): Promise<Service> {
  const deliveries = new Map<string, number>();
  const arrived = { page: 0, mutation: 0 };
  const install = (_: unknown, { deviceId }: { readonly deviceId: string }) => {
    deliveries.set(deviceId, (deliveries.get(deviceId) ?? 0) + 1);
    const locked = deliveries.size % lockedEach === 0;
    return { device: null, userErrors: locked ? [{ message: 'The device is locked.' }] : [] };
  };
  const emulator = await startEmulator({
    schema: fileURLToPath(new URL('../../fleet.graphql', import.meta.url)),
    count: { Device: devices },
    resolvers: { Mutation: { installFirmware: install } },
    onRequest: ({ operationName, kind }) => {
      if (kind === 'mutation') service.onArrival('mutation', ++arrived.mutation);
      else if (operationName === 'ListDevicesByPage') service.onArrival('page', ++arrived.page);
    },
  });
  const service: Service = { emulator, deliveries, onArrival: () => {} };
  return service;
}
