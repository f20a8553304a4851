import { inject, TestRunner, test, vi } from 'vitest';

/** No test waits longer than this without anything to do, in milliseconds. */
const IDLE_MS = 2_000;

/** The mutant that the loaded modules were loaded under, where that matters: its code runs when they are. */
let loadedUnder;

/**
 * Runs tests as vitest does, in a thread that is kept from mutant to mutant; and notices a test that hangs by what it does, not
 * by how long it takes: nothing, for two seconds. A busy machine makes tests slow, never idle.
 */
export default class extends TestRunner {
  async importFile(filepath, source) {
    try {
      return await this.#imported(filepath, source);
    } catch (error) {
      // Stryker counts tests alone: a file that can't be loaded has none that fails.
      if (source !== 'collect') throw error;
      test('is loaded', () => {
        throw error;
      });
    }
  }

  #imported(filepath, source) {
    const mutation = globalThis.__stryker__;
    if (source === 'collect' && mutation) {
      const mutant = inject('mutantActivation') === 'static' ? inject('activeMutant') : undefined;
      // The mutant before may still be active.
      mutation.activeMutant = mutant;
      if (mutant !== loadedUnder) vi.resetModules();
      loadedUnder = mutant;
    }
    return super.importFile(filepath, source);
  }

  async runTask(task) {
    const begun = performance.eventLoopUtilization();
    let watch;
    const hanging = new Promise((_resolve, reject) => {
      watch = setInterval(() => {
        if (performance.eventLoopUtilization(begun).idle > IDLE_MS) reject(new Error('The test hangs.'));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(task)(), hanging]);
    } finally {
      clearInterval(watch);
    }
  }
}
