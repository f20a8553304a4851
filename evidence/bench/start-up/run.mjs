// The start of a command line beside bare Node: node start-up/run.mjs [--check] [--quick]
// User and system CPU of the whole process, counted by bash. Every round runs each command once, and `node -e 0`. The figure is the
// median of the ratios, with the least and the most. It needs a build, and a quiet machine: a larger program loses more where others
// compete for the caches.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = process.argv.slice(2);
const rounds = flags.includes('--quick') ? 15 : 60;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const budgets = JSON.parse(readFileSync(at('./budgets.json'), 'utf8'));

function cpuMs(args) {
  const script = 'TIMEFORMAT="%3U %3S"; time "$0" "$@" >/dev/null 2>&1';
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const { stderr } = spawnSync('bash', ['-c', script, process.execPath, ...args], { encoding: 'utf8', env });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return (user + system) * 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const ratios = new Map(Object.keys(budgets).map((name) => [name, []]));
const bare = [];
cpuMs(['-e', '0']);
for (let round = 0; round < rounds; round++) {
  const base = cpuMs(['-e', '0']);
  bare.push(base);
  for (const [name, found] of ratios) found.push(cpuMs([at('../../../dist/cli.cjs'), ...name.split(' ')]) / base);
}

console.log(`node -e 0: ${median(bare).toFixed(0)} ms of CPU, Node ${process.versions.node}, ${rounds} rounds`);
let over = false;
for (const [name, found] of ratios) {
  const ratio = median(found);
  over ||= ratio > budgets[name];
  const range = `${Math.min(...found).toFixed(2)}–${Math.max(...found).toFixed(2)}`;
  console.log(`control-api ${name.padEnd(16)} ${ratio.toFixed(2)} (${range}), budget ${budgets[name]}`);
}
if (over && flags.includes('--check')) process.exitCode = 1;
