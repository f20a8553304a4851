import { afterAll, beforeAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of the tests of a file: user and system. */
    cpuSeconds?: number;
  }
}

/*
 * A worker is a process that runs one file at a time, so its CPU time belongs to the file, with any number of workers and on a busy
 * machine. Imports do not count: the first file of a worker loads them for all.
 */
let begun: NodeJS.CpuUsage | undefined;
beforeAll(() => {
  begun = process.cpuUsage();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest takes a first argument only as a pattern.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(begun);
  file.meta.cpuSeconds = (user + system) / 1e6;
});
