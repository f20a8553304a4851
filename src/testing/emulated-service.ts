import type { Emulator, EmulatorOptions } from '../emulator/index.ts';
import { startEmulatorIn } from '../emulator/start-emulator.ts';
import { type ControlClient, type ControlClientOptions, createControlClient } from '../index.ts';

/** An emulator, and a client of it. */
export interface EmulatedService {
  /** The emulator: its requests, faults and data. */
  readonly emulator: Emulator;
  /** A client of it. */
  readonly control: ControlClient;
}

/** The options of an emulator for tests, and of the client of it. */
export interface EmulatedServiceOptions extends EmulatorOptions {
  /**
   * Whether the emulator listens on a port, for code under test that makes its own client from `CONTROL_API_URL`.
   *
   * @defaultValue false: the client of the tests reaches it without a socket, many times as fast
   */
  readonly listen?: boolean;
  /** Further options of the client. @defaultValue none */
  readonly client?: Omit<ControlClientOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'agent' | 'dispatcher'>;
}

/** Starts the emulator of a test file. */
export function emulatorFor({
  client: _client,
  listen = false,
  ...options
}: EmulatedServiceOptions): Promise<Emulator> {
  return startEmulatorIn(process.cwd(), { ...options, listen });
}

/** Makes the client of a test. */
export function clientFor(emulator: Emulator, { client = {} }: EmulatedServiceOptions): ControlClient {
  const { url, key, port, fetch } = emulator;
  return createControlClient({ ...client, baseUrl: url, apiKey: key, ...(port === 0 && { fetch }) });
}
