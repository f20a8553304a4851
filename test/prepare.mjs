// Makes a fresh clone ready for `vitest run`: builds the package, and installs the software that only tests need.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const modified = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

for (const folder of ['peers', 'evolution']) {
  // npm writes the hidden lockfile at the end of an install, so it is newer than the lockfile that was installed.
  if (modified(`${folder}/node_modules/.package-lock.json`) >= modified(`${folder}/package-lock.json`)) continue;
  console.log(`Installing what test/${folder} needs: npm ci --prefix test/${folder}`);
  run('npm', 'ci', '--prefix', `test/${folder}`, '--no-audit', '--no-fund', '--loglevel=error');
}
run('npx', 'tsdown', '--logLevel', 'warn');
