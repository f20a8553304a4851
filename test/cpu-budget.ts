import type { Reporter, TestModule } from 'vitest/node';
import { isFull } from './helpers/cases.ts';

/** CPU seconds that the tests of one file may take, and all tests. */
const BUDGET = 2;
const TOTAL = 240;

/** The share of one file in the whole. A slow or busy machine makes every file cost more, and leaves the shares. */
const SHARE = 1 / 16;

/** Prints the CPU time of each file, the longest first. `.ci/run --full`, on a quiet machine, fails over a budget. */
export default class CpuBudget implements Reporter {
  readonly #used: (readonly [file: string, seconds: number])[] = [];

  onTestModuleEnd(module: TestModule): void {
    this.#used.push([module.relativeModuleId, module.meta().cpuSeconds ?? 0]);
  }

  onTestRunEnd(): void {
    const all = this.#used.sort(([, a], [, b]) => b - a);
    const sum = all.reduce((seconds, [, own]) => seconds + own, 0);
    const lines = all.slice(0, 10).map(([file, seconds]) => `  ${seconds.toFixed(2)} s ${file}`);
    console.log(
      `CPU time of the tests: ${sum.toFixed(0)} s of ${TOTAL}; of a file, at most ${BUDGET} s:\n${lines.join('\n')}`,
    );
    const over = all.filter(([, seconds]) => seconds > Math.max(BUDGET, sum * SHARE)).map(([file]) => file);
    if (over.length > 0) console.error(`Over ${BUDGET} s, and over a ${1 / SHARE}th of all: ${over.join(', ')}`);
    if (isFull && (over.length > 0 || sum > TOTAL)) process.exitCode = 1;
  }
}
