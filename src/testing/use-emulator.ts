import { ControlApiError } from '../index.ts';
import { clientFor, type EmulatedService, type EmulatedServiceOptions, emulatorFor } from './emulated-service.ts';

type Hook = (run: () => Promise<void>) => void;

/** The hooks of a test runner: Jest and Vitest (`beforeAll`, `afterAll`), or `node:test` (`before`, `after`). */
export interface TestHooks {
  /** Runs once before the tests of a file, in Jest and Vitest. @defaultValue `before` */
  readonly beforeAll?: Hook;
  /** Runs once before the tests of a file, in `node:test`. @defaultValue none */
  readonly before?: Hook;
  /** Runs before each test. Required. */
  readonly beforeEach?: Hook;
  /** Runs once after the tests of a file, in Jest and Vitest. @defaultValue `after` */
  readonly afterAll?: Hook;
  /** Runs once after the tests of a file, in `node:test`. @defaultValue none */
  readonly after?: Hook;
}

/**
 * Starts an emulator before the tests of a file, resets it and makes a new client before each test, and closes both after the tests.
 *
 * @param options - The options of the emulator and the client.
 * @param hooks - The hooks of the test runner: `{ before, beforeEach, after }` from `node:test`, or
 * `{ beforeAll, beforeEach, afterAll }` from Vitest. Jest has them as globals.
 * @returns The emulator and the client, available once the tests run.
 * @throws {ControlApiError} if there are no hooks.
 */
export function useEmulator(options: EmulatedServiceOptions = {}, hooks: TestHooks = globalHooks()): EmulatedService {
  const before = hooks.beforeAll ?? hooks.before;
  const after = hooks.afterAll ?? hooks.after;
  const { beforeEach } = hooks;
  if (!before || !beforeEach || !after) {
    throw new ControlApiError(
      'configuration',
      'There are no hooks of a test runner: pass `{ before, beforeEach, after }` from node:test, or `{ beforeAll, beforeEach, afterAll }` from vitest, as the second argument of `useEmulator`.',
    );
  }
  let running: EmulatedService | undefined;
  const service = (): EmulatedService => {
    if (running) return running;
    throw new ControlApiError(
      'configuration',
      'The emulator starts before the tests: use it inside of a test or of its hooks.',
    );
  };
  before(async () => {
    const emulator = await emulatorFor(options);
    running = { emulator, control: clientFor(emulator, options) };
  });
  beforeEach(async () => {
    const { emulator, control } = service();
    await control.close();
    emulator.reset();
    running = { emulator, control: clientFor(emulator, options) };
  });
  after(async () => {
    await running?.control.close();
    await running?.emulator.close();
  });
  return {
    get emulator() {
      return service().emulator;
    },
    get control() {
      return service().control;
    },
  };
}

function globalHooks(): TestHooks {
  const { beforeAll, beforeEach, afterAll }: TestHooks = globalThis as TestHooks;
  return { ...(beforeAll && { beforeAll }), ...(beforeEach && { beforeEach }), ...(afterAll && { afterAll }) };
}
