import type { Emulator } from '../emulator/index.ts';
import { ControlApiError, type ControlClient } from '../index.ts';
import { clientFor, type EmulatedServiceOptions, emulatorFor } from './emulated-service.ts';

type Use<Value> = (value: Value) => Promise<void>;

/** Fixtures for Vitest's `test.extend`: `emulator`, one of each file, and `control`, a client of it for each test. */
export interface EmulatorFixtures {
  /** The emulator of a file. */
  emulator: [(context: object, use: Use<Emulator>) => Promise<void>, { scope: 'file' }];
  /** A client of it for each test; the emulator is reset before. */
  control: [(context: { readonly emulator: Emulator }, use: Use<ControlClient>) => Promise<void>, { auto: true }];
}

/**
 * Makes fixtures for Vitest's `test.extend`. Before each test everything in the emulator is made as at the start, so tests that run
 * at the same time (`test.concurrent`) are refused.
 *
 * @example const test = base.extend<EmulatedService>(emulatorFixtures({ schema: 'schema.graphql' }));
 */
export function emulatorFixtures(options: EmulatedServiceOptions = {}): EmulatorFixtures {
  const running = new Set<Emulator>();
  return {
    emulator: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
      async ({}, use) => {
        await using emulator = await emulatorFor(options);
        await use(emulator);
      },
      { scope: 'file' },
    ],
    control: [
      async ({ emulator }, use) => {
        if (running.has(emulator)) {
          throw new ControlApiError(
            'configuration',
            'Two tests of `emulatorFixtures` run at the same time, and one would reset what the other reads: leave out `concurrent`, or start an emulator in each test with `startEmulator({ listen: false })`.',
          );
        }
        running.add(emulator);
        try {
          emulator.reset();
          await using control = clientFor(emulator, options);
          await use(control);
        } finally {
          running.delete(emulator);
        }
      },
      { auto: true },
    ],
  };
}
