import { loadPeer } from '../graphql/files/load-peer.ts';
import type { Emulator } from './emulator-options.ts';
import type { GivenOptions } from './read-settings.ts';

/**
 * Starts an emulator.
 *
 * @param cwd - The folder that the paths of files are relative to.
 *
 * @throws {ControlApiError} if a package is not installed, an option is unknown or out of range, the schema is invalid, or
 * the port is in use.
 */
export async function startEmulatorIn(cwd: string, options: GivenOptions): Promise<Emulator> {
  const { runEmulator } = await loadPeer('The emulator', ['graphql'], () => import('./run-emulator.ts'));
  return runEmulator(cwd, options);
}
