import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The runs after which a thread is replaced, since leftovers of mutants pile up. */
const RUNS_PER_THREAD = 100;

/**
 * A pool for vitest whose thread stays warm. The next mutant finds vitest, the runtime and the imports of the tests loaded. Only the
 * test files themselves are read again (test-runner.mjs handles the exceptions).
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
        // The thread goes on, and never cleans up for good.
        if (message.type === 'stop') return answer('stopped');
        // The configuration chooses the tests, and a thread gets it only at its start.
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

/** The plugin that makes vitest use this pool in place of any other. */
export const warmPool = () => ({
  name: 'warm-pool',
  configureVitest({ vitest, project }) {
    const pool = new WarmPool();
    vitest.onClose(() => pool.retire());
    Object.assign(project.config, { pool: pool.name, poolRunner: pool, isolate: false });
  },
});
