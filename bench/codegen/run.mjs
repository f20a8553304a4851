// What generating costs beside the client preset, and what checking its output costs a compiler beside untyped strings,
// the client preset and gql.tada: on GitHub's schema, the same operations each time.
//
//   npm ci && npm start          prints the figures
//   npm run check                also fails where a budget is exceeded
//
// All are measured in turn within each round, and the ratio is taken within the round: a busy machine slows them all.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { operationsFile, projects, scalars, schemaFile } from './projects.mjs';
import { uses } from './uses.mjs';

const rounds = Number(process.env.ROUNDS ?? 5);
const root = fileURLToPath(new URL('../..', import.meta.url));
const budgets = JSON.parse(await readFile(new URL('./budgets.json', import.meta.url), 'utf8'));
const operations = Object.keys(uses).length;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function run(args, env = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.on('close', (code) => {
      if (code === 0) resolve({ stdout, wallMs: performance.now() - begun });
      else reject(new Error(`${args.join(' ')} ended with ${code}:\n${stdout}`));
    });
  });
}

/** Measures every candidate once a round, in turn; a figure is a median, its ratio to the first one's in the same round. */
async function compare(title, candidates) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const entries = Object.entries(candidates);
    if (round % 2) entries.reverse();
    const result = {};
    for (const [name, measure] of entries) result[name] = await measure();
    results.push(result);
  }
  const [first] = Object.keys(candidates);
  console.log(`\n${title} (median of ${rounds} rounds; in brackets: to ${first}, min–max)`);
  const summary = {};
  for (const name of Object.keys(candidates)) {
    summary[name] = {};
    const cells = Object.keys(results[0][name]).map((figure) => {
      const value = median(results.map((it) => it[name][figure]));
      const ratios = results.map((it) => it[name][figure] / it[first][figure]);
      summary[name][figure] = { value, ratio: median(ratios) };
      const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
      return `${figure} ${value.toFixed(0)}${name === first ? '' : ` (${median(ratios).toFixed(2)}, ${range})`}`;
    });
    console.log(`  ${name.padEnd(16)} ${cells.join('   ')}`);
  }
  return summary;
}

async function measureGenerate() {
  const { startEmulator } = await import(pathToFileURL(join(root, 'dist/emulator.mjs')).href);
  const server = await startEmulator({ schema: schemaFile });
  const folder = await mkdtemp(join(tmpdir(), 'bench-generate-'));
  const config = join(folder, 'codegen.ts');
  const options = { baseUrl: server.url, operations: operationsFile, output: join(folder, 'github.ts'), scalars };
  await writeFile(
    config,
    `import { controlApiCodegen } from ${JSON.stringify(join(root, 'dist/codegen.mjs'))};
export default controlApiCodegen(${JSON.stringify(options)});`,
  );
  const measured = join(folder, 'measured.json');
  const usage = ['--import', new URL('./report-usage.mjs', import.meta.url).href];
  const measure = (args) => async () => {
    const { wallMs } = await run([...usage, ...args], { MEASURED: measured });
    return { wallMs, ...JSON.parse(await readFile(measured, 'utf8')) };
  };
  try {
    return await compare(`generate: ${operations} operations, schema read over HTTP`, {
      'client-preset': measure([
        fileURLToPath(new URL('./generate-peer.mjs', import.meta.url)),
        `${server.url}/graphql`,
        folder,
      ]),
      'control-api-sdk': measure([join(root, 'dist/cli.cjs'), 'generate', '--config', config]),
    });
  } finally {
    await server.close();
  }
}

async function measureCheck() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const candidates = {};
  for (const [name, make] of Object.entries(projects)) {
    const folder = await make();
    candidates[name] = async () => {
      const { stdout } = await run([tsc, '-p', folder, '--extendedDiagnostics']);
      const figure = (label) => Number(new RegExp(`^${label}: +([\\d.]+)`, 'm').exec(stdout)?.[1]);
      return {
        totalMs: figure('Total time') * 1000,
        checkMs: figure('Check time') * 1000,
        memoryMb: figure('Memory used') / 1024,
        instantiations: figure('Instantiations'),
      };
    };
  }
  return compare(`tsc: a consumer of ${operations} operations`, candidates);
}

const generated = (await measureGenerate())['control-api-sdk'];
const checked = (await measureCheck())['control-api-sdk'];
const figures = {
  'generate: wall, to client-preset': generated.wallMs.ratio,
  'generate: peak memory, to client-preset': generated.peakMb.ratio,
  'tsc: total time, to untyped strings': checked.totalMs.ratio,
  'tsc: memory, to untyped strings': checked.memoryMb.ratio,
  'tsc: instantiations per operation': checked.instantiations.value / operations,
};
console.log();
let exceeded = 0;
for (const [name, figure] of Object.entries(figures)) {
  const over = figure > budgets[name];
  if (over) exceeded++;
  console.log(`${over ? 'OVER' : 'ok  '} ${name}: ${figure.toFixed(2)} (budget ${budgets[name]})`);
}
if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
