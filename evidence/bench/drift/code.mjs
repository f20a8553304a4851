// The CPU time of `check --code` beside the compiler of the project, on 300 operations: node drift/code.mjs [--check] [--quick]
// Both take turns in every round, and the ratio is that of a round, because a busy machine slows both.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = process.argv.slice(2);
const rounds = flags.includes('--quick') ? 2 : 3;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = at('../../../');
const work = at('../../../.tmp/bench-code/');
const budgets = JSON.parse(readFileSync(at('./budgets.json'), 'utf8'));

/** A schema of 100 types, each with values and with four links to others, and three queries of each. */
const types = 100;
const range = (length) => Array.from({ length }, (_, index) => index);
const values = range(12).map((at) => `value${at}`);
const linksOf = (type) => range(12).map((at) => ({ name: `link${at}`, to: (type * 7 + at * 13 + 1) % types }));
const declarations = range(types).map((type) => {
  const fields = values.map((name, at) => `${name}: ${['String!', 'Int', 'State!', '[Float!]!'][at % 4]}`);
  const links = linksOf(type).map(({ name, to }) => `${name}: Type${to}`);
  return `type Type${type} implements Node {\n  id: ID!\n  ${[...fields, ...links].join('\n  ')}\n}\n`;
});
const sdl = `type Query { node(id: ID!): Node }
interface Node { id: ID! }
enum State { ON OFF LOST }
${declarations.join('')}`;
const queries = range(types * 3).map((at) => {
  const type = Math.floor(at / 3);
  const links = linksOf(type).slice((at % 3) * 4, (at % 3) * 4 + 4);
  const below = links.map(({ name }) => `${name} { __typename ${values.slice(0, 6).join(' ')} }`);
  const name = `Read${at}`;
  return {
    name,
    text: `query ${name}($id: ID!) { node(id: $id) { ... on Type${type} { id ${values.join(' ')} ${below.join(' ')} } } }\n`,
  };
});
const readers = queries.map(
  ({ name }) => `export async function read${name}(client: ControlClient, id: string): Promise<string> {
  const { node } = await client.request(api.${name}, { id });
  return node && 'id' in node ? node.id : '';
}
`,
);
const broken = `export const title = ({ node }: api.Read0Query): string => (node && 'value0' in node ? node.value0.trim() : '');\n`;

rmSync(work, { recursive: true, force: true });
for (const folder of ['.git', 'node_modules', 'operations', 'src/readers'])
  mkdirSync(`${work}${folder}`, { recursive: true });
for (const name of ['typescript', 'graphql', '@types'])
  symlinkSync(`${root}node_modules/${name}`, `${work}node_modules/${name}`);
symlinkSync(root, `${work}node_modules/control-api-sdk`);
const head = `import type { ControlClient } from 'control-api-sdk';\nimport * as api from '../generated/api.js';\n`;
const files = {
  'package.json': '{ "type": "module" }',
  'schema.graphql': sdl,
  'live.graphql': sdl.replace('value0: String!', 'value0: String'),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true },
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
    },
    include: ['src'],
  }),
  'codegen.mjs': `import { controlApiCodegen } from 'control-api-sdk/codegen';
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output: 'src/generated/api.ts' });`,
  ...Object.fromEntries(queries.map(({ name, text }) => [`operations/${name}.graphql`, text])),
  'src/broken.ts': `import type * as api from './generated/api.js';\n${broken}`,
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `src/readers/${index}.ts`,
      head + readers.slice(index * 10, index * 10 + 10).join(''),
    ]),
  ),
};
for (const [name, text] of Object.entries(files)) writeFileSync(`${work}${name}`, text);

/** Runs a program to its end, and sums up the CPU time of its processes. */
function run(args, status) {
  const file = `${work}cpu`;
  writeFileSync(file, '');
  const env = { ...process.env, CPU_FILE: file, NODE_OPTIONS: `--require ${at('./cpu.cjs')}`, NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('close', (code) => {
      if (code !== status) reject(new Error(`${args.join(' ')} exited ${code}:\n${said}`));
      else resolve(readFileSync(file, 'utf8').trim().split('\n').map(Number));
    });
  });
}

const sum = (values) => values.reduce((all, it) => all + it, 0);
const cli = `${root}dist/cli.cjs`;
const tsc = `${work}node_modules/typescript/bin/tsc`;
await run([cli, 'generate', '--config', 'codegen.mjs'], 0);
const checkCode = [cli, 'check', '--config', 'codegen.mjs', '--live', 'live.graphql', '--code'];
const ratios = [];
for (let round = 0; round <= rounds; round++) {
  const own = sum(await run([tsc, '--noEmit'], 0));
  const parts = await run(checkCode, 1);
  // The first round warms the disk.
  if (round === 0) continue;
  ratios.push(sum(parts) / own);
  console.log(
    `${queries.length} operations: tsc ${own.toFixed(2)} s, check --code ${sum(parts).toFixed(2)} s (${parts.map((it) => it.toFixed(2)).join(' + ')}), ratio ${(sum(parts) / own).toFixed(2)}`,
  );
}
const ratio = Math.min(...ratios);
if (flags.includes('--check') && ratio > budgets.codeOfChecker) {
  console.error(
    `CPU: ${ratio.toFixed(2)} times the project's own checker is over the budget of ${budgets.codeOfChecker}`,
  );
  process.exitCode = 1;
}
