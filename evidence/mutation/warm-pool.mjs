import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** After so many runs a thread makes room for a fresh one: what earlier mutants left behind must not pile up. */
const RUNS_PER_THREAD = 100;

/**
 * A pool for vitest whose thread stays warm: the next mutant finds vitest, the runtime and what the tests import loaded, and
 * only the test files themselves are read anew (what else has to be, test-runner.mjs sees to).
 */
export class WarmPool {
  #thread;
  #runs = 0;

  /** As vitest asks for it in `poolRunner`. */
  name = 'warm-threads';

  createPoolWorker = ({ project, distPath, env, execArgv }) => {
    if (++this.#runs > RUNS_PER_THREAD) this.retire();
    const warm = this.#thread !== undefined;
    this.#thread ??= new Worker(join(distPath, 'workers/threads.js'), { env, execArgv, stdout: true, stderr: true });
    const thread = this.#thread;
    const listeners = [];
    const answer = (type) => {
      for (const [event, listener] of [...listeners]) {
        if (event === 'message') queueMicrotask(() => listener({ type, __vitest_worker_response__: true }));
      }
    };
    return {
      name: this.name,
      on: (event, listener) => {
        listeners.push([event, listener]);
        thread.on(event, listener);
      },
      off: (event, listener) => thread.off(event, listener),
      send: (message) => {
        if (message.type === 'start' && warm) return answer('started');
        // The thread goes on; it is never asked to clean up for good.
        if (message.type === 'stop') return answer('stopped');
        // Which tests to run is a matter of the configuration, which a thread gets at its start only.
        if (message.type === 'run') message.context.config = project.serializedConfig;
        thread.postMessage(message);
      },
      start: async () => {},
      stop: async () => {
        for (const [event, listener] of listeners) thread.off(event, listener);
      },
      deserialize: (data) => data,
    };
  };

  retire() {
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#runs = 0;
  }
}

/** The plugin that makes vitest use it, whatever pool it is asked for. */
export const warmPool = () => ({
  name: 'warm-pool',
  configureVitest({ vitest, project }) {
    const pool = new WarmPool();
    vitest.onClose(() => pool.retire());
    Object.assign(project.config, { pool: pool.name, poolRunner: pool, isolate: false });
  },
});
