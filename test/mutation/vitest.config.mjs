// Where a date without a zone is not in GMT. (A test can't set it in a worker thread.)
process.env['TZ'] = 'America/New_York';

/**
 * The tests of the runtime alone, and of those the ones that start no process, measure nothing and load nothing.
 *
 * @type {import('vitest/config').ViteUserConfig}
 */
export default {
  // As in the project's own configuration: the build of graphql that Node gives to every other package.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // `TESTS` narrows it. (Stryker's own --testFiles lets every mutant of a module's top level survive, as of 9.6.)
    include: (process.env['TESTS'] ?? 'test/{calls,client,key,paging,transport}/**/*.test.ts').split(' '),
    exclude: [
      'test/calls/{exits,limits,load,misbehaviours,signals}.test.ts',
      'test/key/redact*.test.ts',
      'test/paging/changing-schema.test.ts',
      'test/transport/connections.test.ts',
    ],
    setupFiles: 'test/helpers/fixed-seed.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
};
