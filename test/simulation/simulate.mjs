// node test/simulation/simulate.mjs [--lives N] [--seed S]     lives so many calls, and says what broke
// node test/simulation/simulate.mjs --planted                  how many lives it takes to find each planted bug
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { build } from 'tsdown';

const given = process.argv.slice(2);
const planted = given.includes('--planted');
const folder = '.tmp/simulation';

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', encoding: 'utf8', ...options });
  if (result.error) throw result.error;
  return result;
}

// A world that breaks a promise by itself would find every planted bug.
if (planted && run(process.execPath, [process.argv[1], '--lives', '20000']).status !== 0) process.exit(1);

rmSync(folder, { recursive: true, force: true });
process.env.PLANTED = planted ? '1' : '';
await build({ config: 'test/simulation/tsdown.config.ts', logLevel: 'error' });
if (!planted) process.exit(run(process.execPath, [`${folder}/simulation.mjs`, ...given]).status ?? 1);

const files = readdirSync(folder).sort();
const rows = [];
const waiting = files.entries();
// As many at once as there are cores.
const hunts = Array.from({ length: availableParallelism() }, async () => {
  for (const [at, file] of waiting) {
    const args = [`${folder}/${file}`, '--brief', '--lives', '100000', '--seed', '1'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    rows[at] = { bug: file.replace(/\.mjs$/, ''), ...JSON.parse(stdout) };
  }
});
await Promise.all(hunts);
console.log('| Planted bug | Found by the promise | Lives | Shrunk to |\n| --- | --- | ---: | ---: |');
for (const { bug, lives, found = '**not found**', events } of rows) {
  console.log(`| ${bug} | ${found} | ${lives} | ${events} |`);
}
const missed = rows.filter(({ events }) => !(events < 20));
console.log(
  `\n${rows.length - missed.length} of ${rows.length} planted bugs found within 100,000 lives, and shrunk to under 20 events`,
);
process.exitCode = missed.length > 0 ? 1 : 0;
