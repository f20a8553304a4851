// Runs suites beside graphql 17: `node evidence/graphql17/beside.mjs <the node of the run> <vitest's arguments>…`. All is as in this
// repository, but for that package: so whatever loads it, in the same process or in one that a test starts, gets the newest.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const [program = process.execPath, ...args] = process.argv.slice(2);
const node = resolve(program);
mkdirSync(join(root, '.tmp'), { recursive: true });
const copy = mkdtempSync(join(root, '.tmp/graphql17-'));

/** Hard links: the same files under other names, in a moment. */
function link(from, to) {
  rmSync(to, { recursive: true, force: true });
  const { status } = spawnSync('cp', ['-al', from, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${from} could not be linked.`);
}

/** A schema without the fields that it defines twice: graphql 16 takes them, 17 refuses the schema. */
function withoutDoubles(text) {
  const { parse } = createRequire(import.meta.url)('graphql');
  const doubles = parse(text).definitions.flatMap(({ fields = [] }) => {
    const names = fields.map(({ name }) => name.value);
    return fields.filter(({ name }, index) => names.indexOf(name.value) !== index);
  });
  return doubles.reduceRight((rest, { loc }) => rest.slice(0, loc.start) + rest.slice(loc.end), text);
}

try {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 24 });
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  link(join(root, 'node_modules'), join(copy, 'node_modules'));
  link(join(import.meta.dirname, 'node_modules/graphql'), join(copy, 'node_modules/graphql'));
  // Schemas of products, which some suites read.
  link(join(root, 'test/product/node_modules'), join(copy, 'test/product/node_modules'));
  const large = join(copy, 'node_modules/@octokit/graphql-schema/schema.graphql');
  const text = withoutDoubles(readFileSync(large, 'utf8'));
  rmSync(large);
  writeFileSync(large, text);
  const PATH = `${dirname(node)}:${process.env.PATH}`;
  const command = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...args];
  const { status, error } = spawnSync(node, command, { cwd: copy, env: { ...process.env, PATH }, stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
