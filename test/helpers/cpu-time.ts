import { afterAll, beforeAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a file's tests: user and system, of their process. */
    cpuSeconds?: number;
  }
}

/*
 * Each worker is a process that runs one file at a time, so what its process used meanwhile is the file's, however many workers there
 * are and however busy the machine is. What a file imports is not counted: the first one of a worker loads it for all.
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
