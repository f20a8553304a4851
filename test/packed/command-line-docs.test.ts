import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { folderWith, run } from './integrator.ts';

const page = 'docs/command-line.md';
const bin = join(inject('equipped'), 'node_modules/.bin');

/** Each `sh` block of the page, and the `text` block after it: what it prints. */
const shown = [...readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

test('the page shows commands with what they print', () => {
  expect(shown.length).toBeGreaterThan(6);
  const blocks = readFileSync(page, 'utf8').match(/```sh/g) ?? [];
  expect(blocks).toHaveLength(shown.length);
});

test.each(shown)('it prints what the page shows: $command', async ({ command, output }) => {
  const args = ['emulator', '--schema', resolve('test/fixtures/relay.graphql'), '--', 'sh', '-c', command];
  const ended = await run(join(bin, 'control-api'), args, {
    cwd: folderWith({}, 'equipped'),
    env: { PATH: `${bin}:${process.env['PATH']}` },
  });
  expect(ended.code, ended.stderr).toBe(0);
  const printed = ended.stdout.replaceAll('\r\n', '\n');
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(
        `${command}\`\`\`\n\n\`\`\`text\n${output}`,
        () => `${command}\`\`\`\n\n\`\`\`text\n${printed}`,
      ),
    );
  else expect(printed).toBe(output);
});
