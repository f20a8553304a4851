import { groups } from './groups.mjs';
import { warmPool } from './warm-pool.mjs';

// A time zone other than GMT, for dates without a zone. (A test cannot set it in a worker thread.)
process.env['TZ'] = 'America/New_York';

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  plugins: [warmPool()],
  // As in the configuration of the project: the build of graphql that Node gives to every other package.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: groups.get(process.env['MUTATION_GROUP'] ?? '')?.tests ?? [],
    runner: 'evidence/mutation/test-runner.mjs',
    setupFiles: 'test/helpers/fixed-seed.ts',
    // The test runner finds a hanging test by its idleness (see test-runner.mjs).
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
};
