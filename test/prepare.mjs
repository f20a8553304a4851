// Makes a fresh clone ready for `npm test`: names the suites that are left out, builds the package, and installs the
// software that only tests need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';

const { leftToCi } = JSON.parse(readFileSync(new URL('suites.json', import.meta.url), 'utf8'));

const modified = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
// npm writes the hidden lockfile at the end of an install, so it is newer than the lockfile that was installed.
const installed = (folder) =>
  modified(`${folder}/node_modules/.package-lock.json`) >= modified(`${folder}/package-lock.json`);

/** Runs a program to its end; all ends here if it fails. */
async function run(command, ...args) {
  const [status] = await once(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

const requiresAll = process.env.CONTROL_API_SDK_REQUIRE_ALL === '1';
/** A folder whose own suites are all left to CI holds nothing that others use. */
const isUsed = (folder) => requiresAll || !(`test/${folder}/*.test.ts` in leftToCi);

const needed = [
  { folder: 'peers', what: 'other GraphQL clients and servers, bundlers, compilers and test runners (420 MB)' },
  { folder: 'evolution', what: 'versions of a large public schema, schemas of report formats (150 MB)' },
  { folder: 'product', what: 'a small backend, another public schema (5 MB)' },
  { folder: 'servers', what: 'GraphQL servers of other makers (350 MB)' },
  { folder: 'workflows', what: 'linters of GitHub workflows, GitLab pipelines and bills of materials (37 MB)' },
].filter(({ folder }) => isUsed(folder) && !installed(folder));

if (needed.length > 0) {
  console.log('Installing what only tests need, once; about half a minute:');
  for (const { folder, what } of needed) console.log(`  test/${folder}: ${what}`);
}
console.log('The tests take up to 4 minutes on two idle cores; `npm run test:unit` takes less than 30 seconds.');
if (!requiresAll) {
  console.log('Left to `.ci/run`, which runs everything:');
  for (const [suites, why] of Object.entries(leftToCi)) console.log(`  ${suites}: ${why}`);
}

// Installs wait for the network, and a build computes.
await Promise.all([
  run('npx', 'tsdown', '--logLevel', 'warn'),
  ...needed.map(({ folder }) =>
    run('npm', 'ci', '--prefix', `test/${folder}`, '--no-audit', '--no-fund', '--loglevel=error'),
  ),
]);
