import { readFileSync } from 'node:fs';
import { inject, TestRunner, test, vi } from 'vitest';

/** The longest idle time of a test, in milliseconds. */
const IDLE_MS = 2_000;

/** The rounds after which a loop counts as endless, unless all tests without a mutant have a fifth of that. */
const HITS = 100_000;

/** Real time, also for tests with fake timers. */
const { setInterval: every, clearInterval: stop } = globalThis;
const usedTime = performance.eventLoopUtilization.bind(performance);

/** The purpose of the loaded modules: a mutant whose code runs at import, a file that replaces modules, or any. */
let loadedFor;

/**
 * Runs tests by vitest in a thread that is kept from mutant to mutant, and finds a hanging test by its idleness of two seconds, not
 * by its time. A busy machine makes tests slow, never idle.
 */
export default class extends TestRunner {
  async importFile(filepath, source) {
    if (source !== 'collect') return super.importFile(filepath, source);
    this.#prepare(filepath);
    try {
      return await super.importFile(filepath, source);
    } catch (error) {
      // Stryker counts tests alone, and a file that cannot be loaded has no failed one.
      test('is loaded', () => {
        throw error;
      });
    }
  }

  /** Undoes the last mutant: it may still be active, and code that ran at import ran under it. */
  #prepare(filepath) {
    const mutant = inject('mutantActivation') === 'static' ? inject('activeMutant') : undefined;
    const stryker = globalThis.__stryker__;
    if (stryker) {
      stryker.activeMutant = mutant;
      // Stryker's own limit is a hundred times the counted rounds: minutes, for code that runs for each letter.
      const hitLimit = inject('hitLimit');
      if (hitLimit) stryker.hitLimit = Math.min(hitLimit, Math.max(HITS, hitLimit / 20));
    }
    const mocks = readFileSync(filepath, 'utf8').includes('vi.mock(') ? filepath : '';
    const needed = `${mutant} ${mocks}`;
    if (needed === loadedFor) return;
    this.moduleRunner.mocker?.reset();
    vi.resetModules();
    loadedFor = needed;
  }

  async runTask(task) {
    const begun = usedTime();
    let watch;
    const hanging = new Promise((_resolve, reject) => {
      watch = every(() => {
        if (usedTime(begun).idle > IDLE_MS) reject(new Error('The test hangs.'));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(task)(), hanging]);
    } finally {
      stop(watch);
    }
  }
}
