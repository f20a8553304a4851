import type { Reporter, TestModule } from 'vitest/node';

/** CPU seconds that the tests of one file may take. */
const BUDGET = 2;

/** What else runs on the machine takes caches away: the same tests then cost up to half as much again. */
const WITH_NEIGHBOURS = 1.5;

/** Fails a run in which the tests of a file take more CPU time than that. Which file takes how much is printed, the longest first. */
export default class CpuBudget implements Reporter {
  readonly #used: (readonly [file: string, seconds: number])[] = [];

  onTestModuleEnd(module: TestModule): void {
    this.#used.push([module.relativeModuleId, module.meta().cpuSeconds ?? 0]);
  }

  onTestRunEnd(): void {
    const all = this.#used.sort(([, a], [, b]) => b - a);
    const lines = all.slice(0, 10).map(([file, seconds]) => `  ${seconds.toFixed(2)} s ${file}`);
    console.log(`CPU time of the tests of a file, at most ${BUDGET} s:\n${lines.join('\n')}`);
    const over = all.filter(([, seconds]) => seconds > BUDGET * WITH_NEIGHBOURS);
    if (over.length === 0) return;
    console.error(
      `Over ${BUDGET * WITH_NEIGHBOURS} s of CPU time, also beside others: ${over.map(([file]) => file).join(', ')}`,
    );
    process.exitCode = 1;
  }
}
