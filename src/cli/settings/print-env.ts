import { setTimeout as wait } from 'node:timers/promises';
import { shellWord } from '../../base/words.ts';
import { makeKeys } from '../../emulator/authorization.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { Shell } from './shells.ts';

/** The line that sets a variable of the environment, in each shell. */
export const settingLine: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${shellWord(value)}`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/['\\]/g, '\\$&')}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  // The quotes are not part of the value, and keep & and | in it.
  cmd: (name, value) => `set "${name}=${value}"`,
};

/** The settings of an emulator, a line each. */
export function settingLines(shell: Shell, { url, key }: { readonly url: string; readonly key: string }): string {
  const settings = { CONTROL_API_URL: url, CONTROL_API_KEY: key };
  return Object.entries(settings)
    .map(([name, value]) => `${settingLine[shell](name, value)}\n`)
    .join('');
}

/** How long an emulator that was started just before may take until it serves, in milliseconds. */
const STARTING_MS = 15_000;

/**
 * Prints the settings of the emulator that runs at a port, or that is about to.
 *
 * @throws {ExitError} with code 2 without a port, or if its emulator has another seed; with code 3 if there is none.
 */
export async function printEnv(
  shell: Shell,
  { port, seed }: { readonly port: number; readonly seed: string },
  io: CliIo,
): Promise<void> {
  if (port === 0) throw usageError('`--print-env` needs the `--port` of an emulator that runs, such as 4000.');
  const url = `http://127.0.0.1:${port}`;
  const [key] = makeKeys(seed);
  const ask = () => statusOf(`${url}/emulator/faults`, key, io.signal);
  const until = io.now() + STARTING_MS;
  let status = await ask();
  while (status === undefined && !io.signal.aborted && io.now() < until) {
    await wait(100);
    status = await ask();
  }
  if (status === 401) throw usageError(`The emulator at ${url} has another seed: pass its \`--seed\`.`);
  if (status !== 200)
    throw new ExitError(
      exitCodes.unknown,
      `No emulator runs at ${url}. To start one, run: npx control-api-sdk emulator --port ${port}`,
    );
  io.stdout.write(settingLines(shell, { url, key }));
}

async function statusOf(url: string, key: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: waiting });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
