import { inject, TestRunner } from 'vitest';

/** No test waits longer than this without anything to do, in milliseconds. */
const IDLE_MS = 2_000;

/**
 * Runs tests as vitest does, but knows one that hangs by what it does, not by how long it takes: nothing, for two seconds. A
 * busy machine makes tests slow, never idle.
 */
export default class extends TestRunner {
  importFile(filepath, source) {
    // The mutant before may still be active in a thread that was kept.
    const mutation = globalThis.__stryker__;
    if (source === 'spec' && mutation && inject('mutantActivation') !== 'static') mutation.activeMutant = undefined;
    return super.importFile(filepath, source);
  }

  async runTask(test) {
    const begun = performance.eventLoopUtilization();
    let watch;
    const hanging = new Promise((_resolve, reject) => {
      watch = setInterval(() => {
        if (performance.eventLoopUtilization(begun).idle > IDLE_MS) reject(new Error('The test hangs.'));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(test)(), hanging]);
    } finally {
      clearInterval(watch);
    }
  }
}
