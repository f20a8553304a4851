// The CPU time of `check --code` beside that of one `tsc --noEmit` of the same project: node code/run.mjs [--check] [--quick]
// The two take turns, and the least of the rounds counts: whatever else a machine does can only add to it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = process.argv.slice(2);
const rounds = flags.includes('--quick') ? 2 : 5;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = at('../../');
const work = at('../../.tmp/bench-code/');
const budgets = JSON.parse(readFileSync(at('./budgets.json'), 'utf8'));

/** So many modules read the generated types, and as many others do not. */
const modules = 100;
const fixtures = `${root}test/drift/`;
const schema = readFileSync(`${fixtures}fixtures/fleet.graphql`, 'utf8');
/** One change that breaks a line in a few modules, and one that breaks two in every one that reads. */
const few = schema.replace('times: Int', 'times: Int!');
const many = schema.replace('  name: String!\n  state', '  name: String\n  state');
const broken = { few: 5, many: 2 * modules };

rmSync(work, { recursive: true, force: true });
mkdirSync(`${work}src`, { recursive: true });
mkdirSync(`${work}operations`);
mkdirSync(`${work}node_modules/@types`, { recursive: true });
symlinkSync(root, `${work}node_modules/control-api-sdk`);
for (const name of ['typescript', 'graphql', '@types/node', 'undici-types'])
  symlinkSync(`${root}node_modules/${name}`, `${work}node_modules/${name}`);
cpSync(`${fixtures}fixtures/operations.graphql`, `${work}operations/all.graphql`);
writeFileSync(`${work}schema.graphql`, schema);
writeFileSync(`${work}few.graphql`, few);
writeFileSync(`${work}many.graphql`, many);
writeFileSync(`${work}package.json`, '{ "type": "module" }');
writeFileSync(
  `${work}codegen.mjs`,
  `import { controlApiCodegen } from 'control-api-sdk/codegen';
export default controlApiCodegen({
  schema: 'schema.graphql', operations: 'operations', output: 'src/generated/api.ts', scalars: { DateTime: 'string' },
});\n`,
);
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};
writeFileSync(`${work}tsconfig.json`, JSON.stringify({ compilerOptions, include: ['src'] }));
writeFileSync(
  `${work}src/operation.ts`,
  `import type { ControlClient } from 'control-api-sdk';\nexport type Client = Pick<ControlClient, 'request'>;\n`,
);
const reader = readFileSync(`${fixtures}code/fixtures/fleet.ts.txt`, 'utf8').replace(/^.*wrong.*$/gm, '');
const other = `import { createHash } from 'node:crypto';
export function sums(texts: readonly string[]): Map<string, string> {
  return new Map(texts.map((text) => [text, createHash('sha256').update(text).digest('hex')] as const));
}\n`;
for (let index = 0; index < modules; index++) {
  const text = index < broken.few ? reader : reader.replace("repeat: { every: 'DAY' }, ", '');
  writeFileSync(`${work}src/reader${index}.ts`, text);
  writeFileSync(`${work}src/other${index}.ts`, other);
}

function run(args, codes) {
  const cpuFile = `${work}cpu`;
  const env = { ...process.env, CPU_FILE: cpuFile, NODE_OPTIONS: `--require ${at('./cpu.cjs')}`, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: work, env, encoding: 'utf8' });
  if (!codes.includes(status)) throw new Error(`${args.join(' ')} exited ${status}:\n${stdout}${stderr}`);
  return { cpuS: Number(readFileSync(cpuFile, 'utf8')), stdout };
}

const cli = `${root}dist/cli.cjs`;
const check = (live, ...more) =>
  run([cli, 'check', '--config', 'codegen.mjs', '--live', `${live}.graphql`, ...more], [1]);
const commands = {
  'tsc --noEmit': () => run(['node_modules/typescript/bin/tsc', '--noEmit'], [0]),
  check: () => check('few'),
  'check --code, few files break': () => check('few', '--code'),
  'check --code, every reader breaks': () => check('many', '--code'),
};
run([cli, 'generate', '--config', 'codegen.mjs'], [0]);
for (const [live, count] of Object.entries(broken)) {
  const { stdout } = check(live, '--code');
  if (!stdout.includes(`${count} lines of yours do not compile`))
    throw new Error(`Other lines:\n${stdout.slice(-300)}`);
}

const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, command] of Object.entries(commands)) results[name].push(command().cpuS);
const least = (name) => Math.min(...results[name]);
for (const [name, values] of Object.entries(results))
  console.log(`${name.padEnd(36)}${least(name).toFixed(2)} s CPU (to ${Math.max(...values).toFixed(2)})`);
for (const [name, most] of Object.entries(budgets)) {
  const ratio = least(name) / least('tsc --noEmit');
  console.log(`${name.padEnd(36)}${ratio.toFixed(2)} of tsc (at most ${most})`);
  if (flags.includes('--check') && ratio > most) process.exitCode = 1;
}
