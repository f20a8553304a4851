import { groups } from './groups.mjs';
import { warmPool } from './warm-pool.mjs';

// Where a date without a zone is not in GMT. (A test can't set it in a worker thread.)
process.env['TZ'] = 'America/New_York';

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  plugins: [warmPool()],
  // As in the project's own configuration: the build of graphql that Node gives to every other package.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: groups.get(process.env['MUTATION_GROUP'] ?? '')?.tests ?? [],
    runner: 'evidence/mutation/test-runner.mjs',
    setupFiles: 'test/helpers/fixed-seed.ts',
    // A test that hangs is found by what it does, not by how long it takes (see test-runner.mjs).
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
};
