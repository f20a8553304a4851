import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import suites from './test/suites.json' with { type: 'json' };

/** Suites that take long for what they add to a run by hand: `.ci/run` requires everything, and runs them. */
const left = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1' ? [] : Object.keys(suites.leftToCi);
const excluded = [...configDefaults.exclude, ...left];

/** Nothing is measured by these: a busy machine may take its time, and what hangs still ends. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A condition mostly holds at the second look.
  expect: { poll: { interval: 5, timeout: 60_000 } },
};

/** The build of graphql that Node itself gives to every other package: two builds don't take each other's schemas. */
const graphql = createRequire(import.meta.url).resolve('graphql');
const oneGraphql = { alias: [{ find: /^graphql$/, replacement: graphql }] };

export default defineConfig({
  test: {
    // More than cores: many suites wait for the programs that they start.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        resolve: oneGraphql,
        test: {
          name: 'unit',
          // Half of a run was the loading of the same modules for each file. A file that replaces modules resets them itself.
          pool: 'threads',
          isolate: false,
          setupFiles: 'test/helpers/fixed-seed.ts',
          ...patience,
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, ...suites.integration, ...suites.packed],
        },
      },
      {
        resolve: oneGraphql,
        test: {
          name: 'integration',
          // Tests that run at once mostly wait for retries and deadlines.
          maxConcurrency: 16,
          setupFiles: 'test/helpers/fixed-seed.ts',
          ...patience,
          include: suites.integration,
          exclude: [...excluded, ...suites.packed],
        },
      },
      {
        test: {
          name: 'packed',
          ...patience,
          include: suites.packed,
          exclude: excluded,
          globalSetup: 'test/packed/install.ts',
        },
      },
    ],
  },
});
