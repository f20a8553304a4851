import type { Emulator, EmulatorOptions } from '../emulator/index.ts';
import { startEmulatorIn } from '../emulator/start-emulator.ts';
import { type ControlClient, type ControlClientOptions, createControlClient } from '../index.ts';

/** An emulator and a client for it. */
export interface EmulatedService {
  /** The emulator, with its requests, faults and data. */
  readonly emulator: Emulator;
  /** The client. */
  readonly control: ControlClient;
}

/** The options of the emulator and the client of tests. */
export interface EmulatedServiceOptions extends EmulatorOptions {
  /**
   * Whether the emulator listens on a port, for code under test that makes its own client from `CONTROL_API_URL`.
   *
   * @defaultValue false: the client reaches the emulator without a socket, many times as fast
   */
  readonly listen?: boolean;
  /** Further options of the client. @defaultValue none */
  readonly client?: Omit<ControlClientOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'agent' | 'dispatcher'>;
}

export function emulatorFor({
  client: _client,
  listen = false,
  ...options
}: EmulatedServiceOptions): Promise<Emulator> {
  return startEmulatorIn(process.cwd(), { ...options, listen });
}

export function clientFor(emulator: Emulator, { client = {} }: EmulatedServiceOptions): ControlClient {
  const { url, key, port, fetch } = emulator;
  return createControlClient({ ...client, baseUrl: url, apiKey: key, ...(port === 0 && { fetch }) });
}
