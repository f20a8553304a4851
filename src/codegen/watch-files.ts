import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { watch } from 'chokidar';
import { isDynamicPattern } from 'tinyglobby';

/** How long files must be unchanged before a change is complete, in milliseconds: editors write in several steps. */
const quietMs = 100;

/** The options of {@link watchFiles}. */
export interface Watch {
  /** Files, folders and glob patterns; everything under their folders is watched. */
  readonly patterns: readonly string[];
  readonly outputs: readonly string[];
  /** The folder that `patterns` and `outputs` are relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called once, when every later change will be noticed. */
  readonly ready: () => void;
  /** Called after changes: one call at a time, and one for any number of changes during a call. */
  readonly changed: () => Promise<void>;
}

/** Watches until `signal` is aborted; rejects when `changed` does. */
export async function watchFiles({ patterns, outputs, cwd, signal, ready, changed }: Watch): Promise<void> {
  const own = new Set(outputs.map((file) => resolve(cwd, file)));
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const folders = await Promise.all(included.map((pattern) => patternFolder(pattern, cwd)));
  const watcher = watch([...new Set(folders)], {
    ignoreInitial: true,
    ignored: (path) => own.has(resolve(path)) || /[\\/](?:node_modules|\.git)(?:[\\/]|$)/.test(path),
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((done, failed) => {
      let running = Promise.resolve();
      const run = (): void => {
        running = running.then(changed);
        running.catch(failed);
      };
      watcher.on('all', () => {
        clearTimeout(timer);
        timer = setTimeout(run, quietMs);
      });
      watcher.on('error', failed);
      watcher.on('ready', ready);
      signal.addEventListener('abort', () => done(), { once: true });
      if (signal.aborted) done();
    });
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}

/** The deepest folder that contains everything that a file, a folder or a glob pattern can match. */
async function patternFolder(pattern: string, cwd: string): Promise<string> {
  const parts = pattern.split('/');
  const firstGlob = parts.findIndex((part) => isDynamicPattern(part));
  const fixed = firstGlob === -1 ? pattern : `${parts.slice(0, firstGlob).join('/')}/`;
  const path = resolve(cwd, firstGlob === 0 ? '.' : fixed);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? path : dirname(path);
}
