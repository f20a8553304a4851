import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { blocksOf } from '../helpers/markdown.ts';
import { folderWith, run } from './integrator.ts';

/** The examples of the page, each for a kind of project. */
const examples = blocksOf('docs/operations.md').flatMap(({ words: [path = ''], text }) => {
  const [, type, file] = /^(module|commonjs)\/(.+)$/.exec(path) ?? [];
  return type === undefined || file === undefined ? [] : [{ type, file, text }];
});

test('the page about JavaScript has an example for each kind of module', () => {
  expect(examples.map(({ type }) => type)).toEqual(['module', 'commonjs']);
});

test.each(examples)(
  'a JavaScript project, $type, is set up, generates code and calls without TypeScript',
  async (example) => {
    const { type, file, text } = example;
    const cwd = folderWith({ 'package.json': { type }, [file]: text }, 'equipped');
    const bin = join(inject('equipped'), 'node_modules/.bin');
    const shell = (command: string) =>
      run('sh', ['-ec', command], { cwd, env: { PATH: `${bin}:${process.env['PATH']}` } });

    const setUp = await shell('control-api init');
    expect(setUp.stdout).not.toMatch(/\.ts$/m);
    const schema = resolve('test/fixtures/relay.graphql');
    const used = await shell(
      `control-api emulator --schema ${schema} -- sh -ec 'control-api schema pull; npm run --silent generate; npm run --silent generate:check; npm run --silent schema:check; node ${file}'`,
    );
    expect(used.code, used.stderr).toBe(0);
    expect(used.stdout).toMatch(/nodes: \[\s+\{ id: '/);
    expect(existsSync(join(cwd, 'src/generated/control-api.ts'))).toBe(false);
    expect(existsSync(join(cwd, 'src/generated/control-api.d.ts'))).toBe(true);
  },
);
