// Runs examples as their users would: each in a copy outside of this repository, with the packed package installed.
//   node .ci/examples.mjs              the quick ones
//   node .ci/examples.mjs --full       all
//   node .ci/examples.mjs fleet otel   these
// An example is a folder of examples/ with a package.json, a lockfile and `npm test`, which may expect `control-api-sdk`
// in node_modules. The package must be built.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** What only `--full` runs, each with the reason. */
const slow = {
  nextjs: 'builds a Next.js application twice',
  worker: 'installs the runtime of Cloudflare Workers (200 MB), which evidence/frameworks starts in every run',
};

/** What takes longest begins first, so that the others run beside it. */
const longest = 'fleet';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'examples');
const all = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package-lock.json')));
const named = process.argv.slice(2).filter((argument) => argument !== '--full');
const chosen = named.length > 0 ? named : all.filter((name) => process.argv.includes('--full') || !(name in slow));
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No such example: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'examples-'));
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** The files that git has or would take: no node_modules and no output of an earlier run. */
function copyOf(name) {
  const copy = join(work, name);
  const from = join(folder, name);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: from });
  for (const file of String(files).split('\0').filter(Boolean)) {
    if (!existsSync(join(from, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(from, file), join(copy, file));
  }
  return copy;
}

/** Whether it passed; what it printed is shown at its end. */
async function run(name, tarball) {
  const cwd = copyOf(name);
  const said = [];
  const npm = (...args) =>
    new Promise((resolve) => {
      const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
      child.on('close', (code) => resolve(code === 0));
    });
  const passed =
    (await npm('ci', '--prefer-offline', ...quiet)) &&
    (await npm('install', '--no-save', '--offline', tarball, ...quiet)) &&
    (await npm('test'));
  console.log(`\n-- examples/${name}\n${Buffer.concat(said)}`);
  rmSync(cwd, { recursive: true, force: true });
  return passed;
}

try {
  execFileSync('npm', ['pack', '--pack-destination', work, ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = join(work, readdirSync(work).find((file) => file.endsWith('.tgz')) ?? 'nothing was packed');
  const failed = [];
  const waiting = [...chosen].sort((a, b) => Number(b === longest) - Number(a === longest)).values();
  // As many at once as there are cores: each mostly waits for its installation or for one program.
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (const name of waiting) if (!(await run(name, tarball))) failed.push(name);
  });
  await Promise.all(workers);
  const left = all.filter((name) => !chosen.includes(name) && name in slow);
  for (const name of left) console.log(`Left to --full: ${name}: ${slow[name]}`);
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : `Passed: ${chosen.join(', ') || 'there are none'}`);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
