import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** No test measures time: a busy machine may take its own, and what hangs still ends. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A condition mostly holds at the second look.
  expect: { poll: { interval: 5, timeout: 300_000 } },
};

const common = {
  ...patience,
  // A worker is a process: what a suite does to its process, or costs it, is its own.
  pool: 'forks' as const,
  setupFiles: ['test/helpers/fixed-seed.ts', 'test/helpers/cpu-time.ts'],
  // Vitest empties style sheets otherwise, also those that are read as texts.
  css: true,
};

/** The build of graphql that Node itself gives to every other package: two builds don't take each other's schemas. */
const graphql = createRequire(import.meta.url).resolve('graphql');
const resolve = { alias: [{ find: /^graphql$/, replacement: graphql }] };
/** The conditions of Node itself. Vitest adds `module` and `development`: builds that Node never loads. */
const ssr = { resolve: { conditions: ['node'] } };

/** Suites of `npm run test:rest`, and those that only `.ci/run --full` runs. */
const rest = '{test,evidence}/**/*.rest.test.ts';
const full = '{test,evidence}/**/*.full.test.ts';

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        resolve,
        ssr,
        test: {
          ...common,
          name: 'quick',
          include: ['{test,evidence}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, rest, full],
          // Tests that run at once mostly wait for the retries of a call.
          maxConcurrency: 16,
          // The modules that all suites load are most of the work: a worker loads them once.
          isolate: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          ...common,
          name: 'rest',
          include: process.env['CONTROL_API_SDK_FULL'] === '1' ? [rest, full] : [rest],
          globalSetup: 'test/packed/install.ts',
        },
      },
    ],
  },
});
