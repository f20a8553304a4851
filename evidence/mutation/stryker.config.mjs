// One group of files with the tests that are about them. `run.mjs` starts this for each; README.md says how to read it.
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
  // A test that hangs is found by what it does (see test-runner.mjs), a loop by how often it goes round. This is for what
  // blocks the process without a loop of ours; a busy machine must not reach it.
  timeoutMS: 120_000,
  timeoutFactor: 10,
  dryRunTimeoutMinutes: 10,
  // What the sandbox needs: the runtime, its tests and what those read.
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
  // What was found before holds while neither the code nor the tests of a mutant change. (What else they read is not looked at.)
  incremental: process.env['CI'] !== 'true',
  incrementalFile: `.tmp/mutation/${name}.incremental.json`,
  tempDirName: `.tmp/mutation/${name}`,
  reporters: ['json', 'html'],
  jsonReporter: { fileName: `.tmp/mutation/${name}.json` },
  htmlReporter: { fileName: `.tmp/mutation/${name}.html` },
  // `run.mjs` judges the whole.
  thresholds: { high: 95, low: 90, break: null },
};
