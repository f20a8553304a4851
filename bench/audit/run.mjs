// What `control-api audit` costs over 500 MB of built assets: node audit/run.mjs [--check]
// The assets are a large program and a framework's tools, minified, with source maps, and both again in gzip and brotli; they
// are linked under many names, and read anew under each. CPU and memory of the whole process. Build first.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));
const budgets = JSON.parse(readFileSync(new URL('./budgets.json', import.meta.url), 'utf8'));
const work = `${root}.tmp/bench-audit/`;
rmSync(work, { recursive: true, force: true });
mkdirSync(`${work}dist/0`, { recursive: true });

const bundler = `${root}node_modules/.bin/rolldown`;
for (const [name, entry] of Object.entries({ app: 'typescript/lib/typescript.js', tools: 'undici/index.js' })) {
  const args = [
    `node_modules/${entry}`,
    '-o',
    `${work}dist/0/${name}.js`,
    '--minify',
    '--sourcemap',
    '--platform',
    'node',
  ];
  spawnSync(bundler, args, { cwd: root, stdio: 'ignore' });
  const code = readFileSync(`${work}dist/0/${name}.js`);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  writeFileSync(`${work}dist/0/${name}.js.gz`, gzipSync(code));
  writeFileSync(`${work}dist/0/${name}.js.br`, brotliCompressSync(code, quick));
}
const files = readdirSync(`${work}dist/0`);
// What is compressed counts by its content.
const megabytes =
  files.reduce((sum, name) => sum + statSync(`${work}dist/0/${name.replace(/\.(?:gz|br)$/, '')}`).size, 0) / 1e6;
const copies = Math.ceil(500 / megabytes);
for (let copy = 1; copy < copies; copy++) {
  mkdirSync(`${work}dist/${copy}`);
  for (const name of files) linkSync(`${work}dist/0/${name}`, `${work}dist/${copy}/${name}`);
}

const peak = `${work}peak`;
const preload = `data:text/javascript,process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.getBuiltinModule('fs').writeFileSync(process.env.PEAK_FILE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
})`;
const env = { PATH: process.env.PATH, PEAK_FILE: peak, CONTROL_API_KEY: 'ctl_live_8Fh2kQz7Lp0xVb4TnY6sWd9R' };
let over = false;
for (const [name, dir] of Object.entries({ 'one copy': 'dist/0', '500 MB': 'dist' })) {
  const args = ['--import', preload, `${root}dist/cli.cjs`, 'audit', dir];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: work, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`audit ended with ${status}: ${stderr}`);
  const { cpu, rss } = JSON.parse(readFileSync(peak, 'utf8'));
  console.log(`${name}: ${stderr.trim()} ${cpu.toFixed(1)} s of CPU, ${rss.toFixed(0)} MB at most`);
  over = cpu > budgets.cpuSeconds || rss > budgets.peakMb;
}
console.log(`${over ? 'over' : 'within'} the budgets: ${JSON.stringify(budgets)}`);
if (over && process.argv.includes('--check')) process.exitCode = 1;
