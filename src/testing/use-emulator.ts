import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/index.ts';
import { ControlApiError, type ControlClient, type ControlClientOptions, createControlClient } from '../index.ts';

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
   * Whether the emulator listens on a port, for code under test with a client of its own: give it `emulator.url` and `emulator.key`.
   *
   * @defaultValue false: the client reaches the emulator without a socket, at about half the CPU time
   */
  readonly listen?: boolean | undefined;
  /** Further options of the client. @defaultValue none */
  readonly client?: Omit<ControlClientOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'agent' | 'dispatcher'> | undefined;
}

export function emulatorFor({
  client: _client,
  listen = false,
  ...options
}: EmulatedServiceOptions): Promise<Emulator> {
  return startEmulator({ ...options, listen });
}

export function clientFor(emulator: Emulator, { client = {} }: EmulatedServiceOptions): ControlClient {
  const { url, key, port, fetch } = emulator;
  return createControlClient({ ...client, baseUrl: url, apiKey: key, ...(port === 0 && { fetch }) });
}

type Hook = (run: () => Promise<void>) => void;

/** The hooks of a test runner: Jest and Vitest (`beforeAll`, `afterAll`), or `node:test` (`before`, `after`). */
export interface TestHooks {
  /** Runs once before the tests of a file, in Jest and Vitest. @defaultValue `before` */
  readonly beforeAll?: Hook | undefined;
  /** Runs once before the tests of a file, in `node:test`. @defaultValue none */
  readonly before?: Hook | undefined;
  /** Runs before each test. Required. */
  readonly beforeEach?: Hook | undefined;
  /** Runs once after the tests of a file, in Jest and Vitest. @defaultValue `after` */
  readonly afterAll?: Hook | undefined;
  /** Runs once after the tests of a file, in `node:test`. @defaultValue none */
  readonly after?: Hook | undefined;
}

/**
 * Starts an emulator before the tests of a file. Before each test, the emulator is reset and a new client is made; after the tests, both
 * are closed. Concurrent tests would share the emulator.
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
