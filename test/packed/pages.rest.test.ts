import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type Block, blocksOf, outputAfter, writeOutput } from '../helpers/markdown.ts';
import { nodes } from '../helpers/nodes.ts';
import { folderWith, run } from './integrator.ts';

/*
 * The shell blocks of each page, run in order in the folder of a committed project that the README set up. A block that names a
 * file is written there. readme-steps.rest.test.ts begins in an empty folder, with an installation. readme.rest.test.ts compiles
 * and runs the TypeScript of the pages.
 */

/** The words that say why a block is not run. */
const reasons = ['docker', 'terminal', 'test-runner', 'your-file', 'your-service'];

const pages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .map((page) => ({ page, blocks: blocksOf(page) }));

const fileOf = ({ words }: Block) => words.find((word) => /\.\w+$/.test(word));
const schema = resolve('docs/invented.graphql');
const service = /https:\/\/(?:api|staging)\.example\.com/g;

/** The project at the end of the README: `init`, a snapshot older than the service, generated code, and all of it in git. */
const setUp = `
control-api init
control-api schema pull
mv schema.graphql live.graphql
sed /serialNumber/d live.graphql > schema.graphql
control-api generate
npm pkg set scripts.test='node --version'
mkdir api
cp schema.graphql api/control.graphql
echo node_modules > .gitignore
git init --quiet --initial-branch main
git config user.name Reader
git config user.email reader@example.com
git add --all
git commit --quiet --message 'Set up'
git tag v1.4.0
git update-ref refs/remotes/origin/main HEAD`;

describe.each(nodes(24))('on Node $version', ({ bin }) => {
  let emulator: Emulator;
  let project: string;

  const programs = [bin, join(inject('equipped'), 'node_modules/.bin'), resolve('node_modules/.bin')];
  const shell = (script: string, cwd: string) =>
    run('sh', ['-ec', script], {
      cwd,
      env: {
        PATH: [...programs, process.env['PATH']].join(':'),
        CONTROL_API_URL: emulator.url,
        CONTROL_API_KEY: emulator.key,
      },
    });

  beforeAll(async () => {
    emulator = await startEmulator({ schema });
    const tsconfig = {
      compilerOptions: { strict: true, target: 'es2022', module: 'nodenext', types: [], noEmit: true },
      include: ['src'],
    };
    project = folderWith({ 'package.json': { type: 'module' }, 'tsconfig.json': tsconfig }, 'equipped');
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(resolve('node_modules/typescript'), join(project, 'node_modules/typescript'));
    const { code, stderr } = await shell(setUp, project);
    expect(code, stderr).toBe(0);
  });
  afterAll(() => emulator?.close());

  const withShell = pages.filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));
  test.for(withShell)('the blocks of $page work', async ({ page, blocks }) => {
    const folder = mkdtempSync(join(inject('equipped'), 'page-'));
    cpSync(project, folder, { recursive: true, verbatimSymlinks: true });
    for (const block of blocks) {
      const file = fileOf(block);
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), block.text);
      }
      if (block.language !== 'sh' || file !== undefined || block.words.includes('no-run')) continue;
      const { code, stdout, stderr } = await shell(asTyped(block.text.replaceAll(service, emulator.url)), folder);
      expect([0, 130], `${page}:${block.line}\n${stdout}${stderr}`).toContain(code);
      const shown = outputAfter(page, block);
      const printed = stdout.replaceAll('\r\n', '\n');
      if (shown === undefined || shown === printed) continue;
      if (process.env['UPDATE_DOCS'] === '1') writeOutput(page, block, printed);
      else expect(printed, `${page}:${block.line}`).toBe(shown);
    }
    rmSync(folder, { recursive: true });
  });
});

/**
 * The lines with installed programs: `npx` starts them, and `npm install` changes nothing. A server gets Ctrl-C once it says that it
 * serves. Each block begins with the committed snapshot, so that the next one can change it.
 */
function asTyped(text: string): string {
  const lines = text
    .replaceAll(/^npm install .*$/gm, '')
    .replaceAll('npx ', '')
    .split('\n')
    .map((line) => {
      const [command = ''] = line.split(/\s+#/);
      if (!/^control-api emulator\b(?!.* -- |.* --explain)|--watch/.test(command) || command.trimEnd().endsWith('&'))
        return line;
      return `: > said; ${command} 2> said & served=$!; while kill -0 $served && ! grep -q Ctrl-C said; do sleep 0.1; done; cat said >&2; kill -INT $served; wait $served`;
    });
  return ["trap 'kill $! 2> /dev/null || true' EXIT", 'git checkout --quiet schema.graphql', ...lines].join('\n');
}

test('each block of a page is run, or says why not', () => {
  const unsaid = pages.flatMap(({ page, blocks }) =>
    blocks
      .filter(({ words }) => words.includes('no-run') && !words.some((word) => reasons.includes(word)))
      .map(({ line }) => `${page}:${line}`),
  );
  expect(unsaid).toEqual([]);
});
