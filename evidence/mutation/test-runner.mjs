import { readFileSync } from 'node:fs';
import { inject, TestRunner, test, vi } from 'vitest';

/** No test waits longer than this without anything to do, in milliseconds. */
const IDLE_MS = 2_000;

/** A loop may go round so often before it counts as endless, or five times as often as in all tests without a mutant. */
const HITS = 100_000;

/** Real time, whatever a test makes of it. */
const { setInterval: every, clearInterval: stop } = globalThis;
const usedTime = performance.eventLoopUtilization.bind(performance);

/** What the loaded modules were loaded for: a mutant whose code runs at import, a file that replaces modules, or anything. */
let loadedFor;

/**
 * Runs tests as vitest does, in a thread that is kept from mutant to mutant; and notices a test that hangs by what it does, not
 * by how long it takes: nothing, for two seconds. A busy machine makes tests slow, never idle.
 */
export default class extends TestRunner {
  async importFile(filepath, source) {
    if (source !== 'collect') return super.importFile(filepath, source);
    this.#prepare(filepath);
    try {
      return await super.importFile(filepath, source);
    } catch (error) {
      // Stryker counts tests alone: a file that can't be loaded has none that fails.
      test('is loaded', () => {
        throw error;
      });
    }
  }

  /** What the mutant before left behind is undone: it may still be active, and what ran at import ran under it. */
  #prepare(filepath) {
    const mutant = inject('mutantActivation') === 'static' ? inject('activeMutant') : undefined;
    const stryker = globalThis.__stryker__;
    if (stryker) {
      stryker.activeMutant = mutant;
      // Stryker's own limit is a hundred times what was counted: minutes, for what runs for each letter.
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
