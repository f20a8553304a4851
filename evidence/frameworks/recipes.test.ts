import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../../test/helpers/markdown.ts';
import { frameworks } from './frameworks.ts';

const projects = join(import.meta.dirname, 'projects');
/** A block that names no file of a project is shown by no test. */
const recipes = blocksOf('docs/runtimes.md').map(({ words: [file = 'nothing'], text }) => ({ file, text }));
/** Bundlers that have no recipe of their own: frameworks use them. */
const bundlers = ['webpack', 'vite'];

test.each(recipes)('the manual shows the tested file $file', ({ file, text }) => {
  expect(text).toBe(readFileSync(join(projects, file), 'utf8'));
});

test.each(frameworks.filter(({ name }) => !bundlers.includes(name)))(
  'the manual has a recipe for $name',
  ({ name }) => {
    expect(recipes.filter(({ file }) => file.startsWith(`${name}/`))).not.toEqual([]);
  },
);

test('the manual names the commands that the tests run', () => {
  const manual = readFileSync('docs/runtimes.md', 'utf8');
  for (const name of ['lambda', 'bun', 'deno'] as const) {
    const { builds, start } = frameworks.find((one) => one.name === name) ?? { builds: {} };
    const [program = '', ...args] = [...Object.values(builds), start ?? []][0] ?? [];
    expect(manual).toContain(`\`${[program.split('/').at(-1), ...args].join(' ')}\``);
  }
  const { scripts } = JSON.parse(readFileSync(join(projects, 'sea/package.json'), 'utf8'));
  expect(manual).toContain(`\`${scripts.build}\``);
});
