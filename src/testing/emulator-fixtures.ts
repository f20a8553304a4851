import type { Emulator } from '../emulator/index.ts';
import { ControlApiError, type ControlClient } from '../index.ts';
import { clientFor, type EmulatedServiceOptions, emulatorFor } from './use-emulator.ts';

type Use<Value> = (value: Value) => Promise<void>;

/** Fixtures for Vitest's `test.extend`. */
export interface EmulatorFixtures {
  /** The emulator of a test file. */
  emulator: [(context: object, use: Use<Emulator>) => Promise<void>, { scope: 'file' }];
  /** The client of a test. The emulator is reset before each test. */
  control: [(context: { readonly emulator: Emulator }, use: Use<ControlClient>) => Promise<void>, { auto: true }];
}

/**
 * Makes fixtures for Vitest's `test.extend`. The emulator is reset before each test, so tests that run at the same time
 * (`test.concurrent`) are refused.
 *
 * @example const test = base.extend<EmulatedService>(emulatorFixtures({ schema: 'schema.graphql' }));
 */
export function emulatorFixtures(options: EmulatedServiceOptions = {}): EmulatorFixtures {
  const running = new Set<Emulator>();
  return {
    emulator: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the needed fixtures from the pattern
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
