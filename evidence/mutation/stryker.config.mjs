// One group of files with its tests. `run.mjs` starts this for each, and README.md explains the output.
import { groups } from './groups.mjs';

const name = process.env['MUTATION_GROUP'] ?? '';
const group = groups.get(name);
if (!group) throw new Error(`MUTATION_GROUP must be one of: ${[...groups.keys()].join(', ')}`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: group.files,
  testRunner: 'vitest',
  vitest: { configFile: 'evidence/mutation/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // Groups run side by side.
  concurrency: 1,
  // The test runner finds a hanging test by its idleness (see test-runner.mjs), and a loop by its rounds. This limit is for code that
  // blocks the process without a loop of the runtime, and a busy machine must not reach it.
  timeoutMS: 120_000,
  timeoutFactor: 10,
  dryRunTimeoutMinutes: 10,
  // The files of the sandbox: the runtime, its tests and the files that those read.
  ignorePatterns: [
    '/**',
    '!/src/**',
    '!/test/**',
    '!/evidence/**',
    '!/operations/**',
    '!/*.graphql',
    '!/*.json',
    '!/*.ts',
    '**/node_modules',
  ],
  // Earlier results hold while neither the code nor the tests of a mutant change. (Other files are not compared.)
  incremental: process.env['CI'] !== 'true',
  incrementalFile: `.tmp/mutation/${name}.incremental.json`,
  tempDirName: `.tmp/mutation/${name}`,
  reporters: ['json', 'html'],
  jsonReporter: { fileName: `.tmp/mutation/${name}.json` },
  htmlReporter: { fileName: `.tmp/mutation/${name}.html` },
  // `run.mjs` judges the whole.
  thresholds: { high: 95, low: 90, break: null },
};
