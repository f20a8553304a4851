import { readFileSync } from 'node:fs';
import { inject, TestRunner, test, vi } from 'vitest';

/** No test waits longer than this without anything to do, in milliseconds. */
const IDLE_MS = 2_000;

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
    if (globalThis.__stryker__) globalThis.__stryker__.activeMutant = mutant;
    const mocks = readFileSync(filepath, 'utf8').includes('vi.mock(') ? filepath : '';
    const needed = `${mutant} ${mocks}`;
    if (needed === loadedFor) return;
    this.moduleRunner.mocker?.reset();
    vi.resetModules();
    loadedFor = needed;
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
