import { loadPeer } from '../graphql/files/load-peer.ts';
import { refuseOthers } from '../graphql/files/refuse-others.ts';
import type { Emulator, EmulatorOptions, EmulatorSettings } from './emulator-options.ts';
import { mustBe, whole } from './world/values/must-be.ts';

/**
 * Starts an emulator.
 *
 * @param cwd - The folder that the path of a schema file is relative to.
 * @param options - The options of the emulator.
 * @param world - What tests replace: the clock of the fault `slow`.
 *
 * @throws {ControlApiError} if a package is not installed, an option is unknown or out of range, the schema is invalid, or
 * the port is in use.
 */
export async function startEmulatorIn(
  cwd: string,
  options: EmulatorOptions<object>,
  world: Pick<EmulatorSettings, 'sleep'> = { sleep: sleepUnlessAborted },
): Promise<Emulator> {
  const { schema, seed = 1, listen = true, onRequest = () => {}, onNote = printed, fixtures, ...more } = options;
  const { port = 0, devices, maxPageSize = 100, maxBodyBytes = 10_000_000, faults = [], ...content } = more;
  const { count, nulls, resolvers, ...others } = content;
  refuseOthers(others, 'The emulator');
  mustBe(whole(0, 65_535), "The emulator's `port`", port);
  mustBe(whole(0, 10_000_000), "The emulator's `devices`", devices ?? 0);
  mustBe(whole(1, 10_000_000), "The emulator's `maxPageSize`", maxPageSize);
  mustBe(whole(1, 1_000_000_000), "The emulator's `maxBodyBytes`", maxBodyBytes);
  const [{ servedSchema }, { runEmulator }, { readFixtures }] = await loadPeer('The emulator', ['graphql'], () =>
    Promise.all([import('./served-schema.ts'), import('./run-emulator.ts'), import('./world/read-fixtures.ts')]),
  );
  return runEmulator({
    ...content,
    ...(fixtures !== undefined && { fixtures: await readFixtures(fixtures, cwd) }),
    schema: await servedSchema(schema, cwd),
    ...{ port, listen, devices, seed, maxPageSize, maxBodyBytes, faults, onRequest },
    report: onNote,
    readSchema: (text) => servedSchema(text, cwd),
    ...world,
  });
}

function printed(note: string): void {
  process.stderr.write(`The emulator: ${note}\n`);
}

/** The timer is the one of the moment, so that tests with fake timers can move the clock. */
function sleepUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
