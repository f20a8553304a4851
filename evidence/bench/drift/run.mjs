// A drift verdict on GitHub's schema, pulled over loopback, beside other tools: node drift/run.mjs [--check] [--quick]
// The tools take turns in every round, because a busy machine slows all of them. Figures are medians, with the least and the most.
import { fork, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = process.argv.slice(2);
const rounds = flags.includes('--quick') ? 3 : 9;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = at('../../../');
const work = at('../../../.tmp/bench-drift/');
const budgets = JSON.parse(readFileSync(at('./budgets.json'), 'utf8'));

const server = fork(at('./server.mjs'));
const url = await new Promise((resolve) => server.once('message', resolve));

rmSync(work, { recursive: true, force: true });
mkdirSync(`${work}node_modules`, { recursive: true });
cpSync(`${root}test/codegen/github`, `${work}operations`, { recursive: true });
writeFileSync(
  `${work}codegen.mjs`,
  `export default {
    schema: '${url}/graphql', documents: 'operations/**/*.graphql', silent: true,
    generates: { 'types.ts': { plugins: ['typescript-operations'] } },
  };\n`,
);

const bin = (folder, name) => `${root}${folder}node_modules/.bin/${name}`;
const controlApi = (...args) => [`${root}dist/cli.cjs`, ...args];

/** The commands of each tool. With two commands, the times add up and the larger peak counts. */
const tools = {
  'control-api check': [controlApi('check')],
  'graphql-inspector validate + diff': [
    [bin('evidence/bench/', 'graphql-inspector'), 'validate', 'operations/*.graphql', `${url}/graphql`],
    [bin('evidence/bench/', 'graphql-inspector'), 'diff', 'schema.graphql', `${url}/graphql`],
  ],
  'graphql-codegen': [[bin('', 'graphql-codegen'), '--config', 'codegen.mjs']],
  'graphql-js alone': [[at('./bare.mjs'), url]],
};

function run(args) {
  const peakFile = `${work}peak`;
  const env = {
    ...process.env,
    CONTROL_API_URL: url,
    PEAK_FILE: peakFile,
    NODE_OPTIONS: `--require ${at('./peak.cjs')}`,
    NO_COLOR: '1',
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${args.join(' ')} exited ${code}:\n${said}`));
      resolve({ wallS: (performance.now() - begun) / 1000, ...JSON.parse(readFileSync(peakFile, 'utf8')) });
    });
  });
}

async function measure(commands) {
  const parts = [];
  for (const args of commands) parts.push(await run(args));
  return {
    wallS: parts.reduce((sum, { wallS }) => sum + wallS, 0),
    cpuS: parts.reduce((sum, { cpuS }) => sum + cpuS, 0),
    peakMb: Math.max(...parts.map(({ peakMb }) => peakMb)),
  };
}

await run(controlApi('schema', 'pull'));
const results = Object.fromEntries(Object.keys(tools).map((name) => [name, []]));
// One round warms the disk and the answers of the server, and the others count.
for (let round = -1; round < rounds; round++) {
  for (const [name, commands] of Object.entries(tools)) {
    const result = await measure(commands);
    if (round >= 0) results[name].push(result);
  }
}
server.kill();

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const figure = (name, key) => {
  const values = results[name].map((result) => result[key]);
  return { median: middle(values), least: Math.min(...values), most: Math.max(...values) };
};
const show = ({ median, least, most }, digits) =>
  `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;

const lines = Object.keys(tools).map((name) => [
  name,
  show(figure(name, 'wallS'), 2),
  show(figure(name, 'cpuS'), 2),
  show(figure(name, 'peakMb'), 0),
]);
for (const [name, wall, cpu, peak] of [['', 'wall s', 'CPU s', 'peak MB'], ...lines])
  console.log(`${name.padEnd(42)}${wall.padEnd(20)}${cpu.padEnd(20)}${peak}`);

if (flags.includes('--check')) {
  const [ours, ...rest] = Object.keys(tools);
  const others = rest.filter((name) => name !== 'graphql-js alone');
  const { ofBare, peakMb } = budgets;
  // A busy machine can only add to a time or a peak, so the least of the rounds is that of the tool.
  const least = (name, key) => figure(name, key).least;
  const faults = ['wallS', 'cpuS', 'peakMb'].flatMap((key) => {
    const own = least(ours, key);
    const best = Math.min(...others.map((name) => least(name, key)));
    const most = key === 'peakMb' ? peakMb : ofBare * least('graphql-js alone', key);
    return [
      ...(own > most ? [`${key}: ${own.toFixed(2)} is over the budget of ${most.toFixed(2)}`] : []),
      ...(own > best ? [`${key}: ${own.toFixed(2)} is more than another tool's ${best.toFixed(2)}`] : []),
    ];
  });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
