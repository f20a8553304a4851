// Makes a clone ready for `npm run test:rest`: builds the package, and installs what the suites of each folder need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const root = `${dirname(import.meta.dirname)}/`;
const suites = process.env.CONTROL_API_SDK_FULL === '1' ? /\.(?:rest|full)\.test\.ts$/ : /\.rest\.test\.ts$/;
const modified = (file) => statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const hasSuites = (folder) => readdirSync(`${root}${folder}`).some((name) => suites.test(name));
// npm writes the hidden lockfile at the end of an install, so it is newer than the lockfile that was installed.
const isInstalled = (folder) =>
  modified(`${folder}/node_modules/.package-lock.json`) >= modified(`${folder}/package-lock.json`);

/** Runs a program to its end; all ends here if it fails. */
async function run(command, ...args) {
  const [status] = await once(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

const needed = ['test', 'evidence']
  .flatMap((room) => readdirSync(`${root}${room}`, { withFileTypes: true }).map((entry) => [room, entry]))
  .filter(([, entry]) => entry.isDirectory())
  .map(([room, { name }]) => `${room}/${name}`)
  .filter((folder) => modified(`${folder}/package-lock.json`) > 0 && hasSuites(folder) && !isInstalled(folder));
if (needed.length > 0) console.log(`Installing what only tests need, once: ${needed.join(', ')}.`);

// Installs wait for the network, and a build computes.
await Promise.all([
  run('node', 'build/tsdown.build.mjs'),
  ...needed.map((folder) =>
    run('npm', 'ci', '--prefix', `${root}${folder}`, '--no-audit', '--no-fund', '--loglevel=error'),
  ),
]);
