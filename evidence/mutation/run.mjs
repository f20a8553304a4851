// Changes the runtime in thousands of small ways, group by group, and prints the changes that no test noticed.
// `npm test --prefix evidence/mutation [-- group or part of a file's name …]`: README.md says how to read it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { groups, mistakes } from './groups.mjs';

const LEAST_SCORE = 90;
const root = fileURLToPath(new URL('../../', import.meta.url));
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));

/** Runs one group, and returns the mutants of its files, by file. */
async function mutate(name, only) {
  const run = spawn(
    process.execPath,
    [stryker, 'run', 'evidence/mutation/stryker.config.mjs', ...(only ? ['--mutate', only.join()] : [])],
    { cwd: root, env: { ...process.env, MUTATION_GROUP: name, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (piece) => (output += piece));
  const code = await new Promise((resolve) => run.on('close', resolve));
  if (code !== 0) throw new Error(`the group ${name} could not be run:\n${output}`);
  return JSON.parse(readFileSync(`${root}.tmp/mutation/${name}.json`, 'utf8')).files;
}

/** The fate of a mutant. A hang and an endless loop are timeouts, though vitest reports a failed test. */
function fateOf({ status, statusReason = '', testsCompleted }) {
  if (status === 'Killed') return /The test hangs\.|Hit count limit/.test(statusReason) ? 'timeout' : 'killed';
  if (status === 'Timeout') return 'timeout';
  // A test file that fails before its first test has none that Stryker could count.
  if (status === 'Survived' && testsCompleted === 0) return 'killed';
  return status === 'Survived' || status === 'NoCoverage' ? 'survived' : 'invalid';
}

function survivorIn(file, source, { location: { start, end }, status, replacement = '' }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const flat = (text) => text.replace(/\s+/g, ' ').trim();
  const uncovered = status === 'NoCoverage' ? ' (no test reaches it)' : '';
  return `${file}:${start.line}:${start.column}${uncovered}\n  - ${flat(lines.join('\n'))}\n  + ${flat(replacement)}`;
}

const scoreOf = ({ killed, timeout, survived }) => {
  const all = killed + timeout + survived;
  return all === 0 ? '–' : `${((100 * (killed + timeout)) / all).toFixed(1)} %`;
};

function printTable(rows) {
  const heads = ['file', 'killed', 'survived', 'timeout', 'invalid', 'score'];
  const cells = [
    heads,
    ...rows.map((row) => [row.file, row.killed, row.survived, row.timeout, row.invalid, scoreOf(row)]),
  ];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => String(row[column]).length)));
  for (const row of cells) {
    console.log(
      row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('  '),
    );
  }
}

if (mistakes.length > 0) {
  console.error(`evidence/mutation/groups.json:\n${mistakes.join('\n')}`);
  process.exit(1);
}

const asked = process.argv.slice(2);
const parts = asked.filter((it) => !groups.has(it));
const jobs = [...groups].flatMap(([name, { files }]) => {
  if (asked.length === 0 || asked.includes(name)) return [{ name }];
  const only = files.filter((file) => parts.some((part) => file.includes(part)));
  return only.length > 0 ? [{ name, only }] : [];
});
if (jobs.length === 0) {
  console.error(`No group and no file has that name. The groups: ${[...groups.keys()].join(', ')}`);
  process.exit(1);
}

const rows = [];
const failures = [];
const queue = [...jobs];
async function work() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    try {
      const files = await mutate(job.name, job.only);
      console.log(`\n== ${job.name}`);
      for (const [file, { source, mutants }] of Object.entries(files)) {
        const row = { file, killed: 0, survived: 0, timeout: 0, invalid: 0 };
        for (const mutant of mutants) {
          const fate = fateOf(mutant);
          row[fate]++;
          if (fate === 'survived') console.log(survivorIn(file, source, mutant));
        }
        rows.push(row);
      }
    } catch (error) {
      failures.push(error.message);
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));

rows.sort((a, b) => (a.file < b.file ? -1 : 1));
const total = { file: 'all', killed: 0, survived: 0, timeout: 0, invalid: 0 };
for (const row of rows) for (const fate of ['killed', 'survived', 'timeout', 'invalid']) total[fate] += row[fate];
console.log();
printTable([...rows, total]);
for (const failure of failures) console.error(failure);
const { killed, timeout, survived } = total;
if (failures.length > 0 || killed + timeout < (LEAST_SCORE / 100) * (killed + timeout + survived)) {
  console.error(`Failed: every group must run, and the score must be ${LEAST_SCORE} % or more.`);
  process.exitCode = 1;
}
