// Run from the project's folder: `npm test --prefix test/mutation`. What it means and how to read it: README.md beside this.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'src/{client,paging,call,key,transport}/**/*.ts',
    'src/{errors,base/*}.ts',
    // Not yet: with every branch counted, the tests that measure the work of scrubbing outlast their time.
    '!src/key/{alphabets,escapes,find-keys,key-pieces,layer,lazy-json,redact}.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that hangs is found by the tests' own limit (see vitest.config.mjs); this is for those that hang the process.
  timeoutMS: 20_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 10,
  // What the sandbox needs: the runtime, its tests and what those read.
  ignorePatterns: [
    '/**',
    '!/src/**',
    '!/test/**',
    '!/operations/**',
    '!/*.graphql',
    '!/*.json',
    '!/*.ts',
    'test/*/node_modules',
  ],
  tempDirName: '.tmp/mutation',
  reporters: ['clear-text', 'json', 'html', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.tmp/mutation.json' },
  htmlReporter: { fileName: '.tmp/mutation.html' },
  thresholds: { high: 95, low: 90, break: 90 },
};
