import { type FSWatcher, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { patternFolder } from './pattern-folder.ts';

/** How long files must be quiet before a change counts as whole, in milliseconds: editors write in several steps. */
const quietMs = 100;

/**
 * Calls `changed` after every change under the folders of `patterns`, except to `outputs`; one call at a time, and one
 * for any number of changes during a call. Resolves when `signal` is aborted; rejects when a call does.
 */
export async function watchFiles(
  patterns: readonly string[],
  outputs: readonly string[],
  signal: AbortSignal,
  changed: () => Promise<void>,
): Promise<void> {
  const own = new Set(outputs.map((file) => resolve(file)));
  const folders = new Set(await Promise.all(patterns.map(patternFolder)));
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((done, failed) => {
      let running = Promise.resolve();
      const run = (): void => {
        running = running.then(changed);
        running.catch(failed);
      };
      for (const folder of folders) {
        const watcher = watch(folder, { recursive: true }, (_event, file) => {
          if (file !== null && own.has(resolve(join(folder, file)))) return;
          clearTimeout(timer);
          timer = setTimeout(run, quietMs);
        });
        watchers.push(watcher.on('error', failed));
      }
      signal.addEventListener('abort', () => done(), { once: true });
      if (signal.aborted) done();
    });
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}
