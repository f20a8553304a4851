import { type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';

/** An emulator without a port, and a client of it that sends nothing again. */
export async function inProcess(options: EmulatorOptions = {}) {
  const emulator = await startEmulator({ listen: false, ...options });
  const { url, key, fetch } = emulator;
  return { emulator, client: createControlClient({ baseUrl: url, apiKey: key, fetch, maxRetries: 0 }) };
}
