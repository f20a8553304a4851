import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { entryOf } from '../../src/base/is-record.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { blocksOf } from '../helpers/markdown.ts';
import { folderWith, run } from './integrator.ts';

/* The first programs of the README, and the output of a build, which come before an installation. */

const readme = readFileSync('README.md', 'utf8');
const blocks = blocksOf('README.md');
const [ours, bare] = blocks.filter(({ language, words }) => language === 'js' && words.includes('no-run'));
const folder = folderWith({
  'package.json': { type: 'module' },
  'ours.mjs': ours?.text ?? '',
  'bare.mjs': bare?.text ?? '',
});

let emulator: Emulator;
afterEach(() => emulator?.close());

/** Runs a program on the invented schema, and returns its output without the ids. */
async function said(file: string, options: EmulatorOptions): Promise<readonly string[]> {
  emulator = await startEmulator({
    schema: 'docs/invented.graphql',
    count: { Device: 3 },
    onNote: () => {},
    ...options,
  });
  const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  const { code, stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env });
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\S+ /, ''));
}

const refused = { renameDevice: () => ({ userErrors: [{ message: 'The name is taken.' }] }) };
const mutations = { kind: 'mutation' } as const;

test.each<[what: string, options: EmulatorOptions, says: string]>([
  ['a service that answers', {}, 'done'],
  ['a service that refuses by user errors', { resolvers: { Mutation: refused } }, 'refused'],
  ['a service that refuses the key', { faults: [{ fault: 'revoked-key', ...mutations }] }, 'rejected unauthenticated'],
  ['a service that cuts its answers', { faults: [{ fault: 'reset', ...mutations }] }, 'unknown network'],
  ['a service that is down for it', { faults: [{ fault: 'html-502', ...mutations }] }, 'unknown http_status'],
])('the first program says after %s what became of each mutation', async (_, options, says) => {
  expect(await said('ours.mjs', options)).toEqual([says, says, says]);
  const sent = emulator.requests.filter(({ kind }) => kind === 'mutation');
  const ids = sent.map(({ variables }) => entryOf(variables, 'input', 'id'));
  expect(new Set(ids).size).toBe(sent.length);
});

test('the program with bare `fetch` does the same without faults, and cannot tell where a fault happens', async () => {
  expect(await said('bare.mjs', {})).toEqual(['done', 'done', 'done']);
  await emulator.close();
  const [text] = await said('bare.mjs', { faults: [{ fault: 'reset', ...mutations }] });
  expect(text).toMatch(/terminated|fetch failed/);
});

test('the frame of a build is what esbuild prints', async () => {
  writeFileSync(
    join(folder, 'app.mjs'),
    `import { createControlClient } from 'control-api-sdk';\ncreateControlClient();\n`,
  );
  const esbuild = resolve('evidence/peers/node_modules/esbuild/bin/esbuild');
  const { code, stderr } = await run(esbuild, ['app.mjs', '--bundle', '--outfile=out.js'], { cwd: folder });
  expect(code).toBe(1);
  expect(readme).toContain(
    `\`\`\`text\n${stderr.trim().replace(/\S*(?=node_modules\/control-api-sdk)/g, '')}\n\`\`\`\n`,
  );
});

test('the version and the name of the packed file are those of the package', () => {
  expect(readme).toContain(`\nVersion ${manifest.version} · `);
  const files = [...readme.matchAll(/control-api-sdk-(\d[\w.-]*)\.tgz/g)].map(([, version]) => version);
  expect(new Set(files)).toEqual(new Set([manifest.version]));
});
