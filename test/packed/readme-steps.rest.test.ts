import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { blocksOf } from '../helpers/markdown.ts';
import { nodes } from '../helpers/nodes.ts';
import { run } from './integrator.ts';

/*
 * The README from its first block to its last, in an empty folder. A block that names a file is written there. A script runs unless
 * a later command runs it. Each `sh` block runs unless it is marked `no-run`. first-screen.rest.test.ts runs the programs with that
 * mark.
 */

const blocks = blocksOf('README.md');
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const names = (program: string) => commands.some((text) => text.includes(program));
describe.each(nodes(24))('on Node $version', ({ bin }) => {
  let folder: string;
  let emulator: Emulator;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'control-api-readme-'));
    emulator = await startEmulator({ schema: 'docs/invented.graphql' });
  });
  afterAll(async () => {
    await emulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const shell = (command: string) =>
    run('sh', ['-ec', command], {
      cwd: folder,
      env: {
        PATH: `${bin}:${process.env['PATH']}`,
        CONTROL_API_URL: emulator.url,
        CONTROL_API_KEY: emulator.key,
        npm_config_prefer_offline: 'true',
        npm_config_loglevel: 'error',
      },
    });

  test('every block of the README works, in its order', async () => {
    for (const [index, { language, words, line, text }] of blocks.entries()) {
      const place = `README.md:${line}`;
      const [file] = words.filter((word) => word.includes('.'));
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      let command: string | undefined;
      if (language === 'sh' && !words.includes('no-run')) command = text.replace(/\S+\.tgz/, inject('tarball'));
      else if (file?.endsWith('js') && !names(file)) command = `node ${file}`;
      if (command === undefined) continue;
      const { code, stdout, stderr } = await shell(command);
      expect(code, `${place}: ${command}\n${stdout}${stderr}`).toBe(0);
      const next = blocks[index + 1];
      if (next?.words.includes('output')) expect(stdout.endsWith(next.text), `${place}: ${stdout}`).toBe(true);
    }
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toContain('overrides');
  });
});

test('each block of the README is run, or is the output of a command', () => {
  const isRun = ({ language, words }: (typeof blocks)[number]) =>
    language === 'sh' || words.some((word) => word === 'no-run' || word.includes('.'));
  expect(blocks.filter((block) => !isRun(block) && block.language !== 'text')).toEqual([]);
});
