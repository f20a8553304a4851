import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../helpers/markdown.ts';
import { frameworks } from './frameworks.ts';
import { committedResults } from './results.ts';

const projects = join(import.meta.dirname, 'projects');
/** A block that names no file of a project is shown by no test. */
const recipes = blocksOf('docs/runtimes.md').map(({ words: [file = 'nothing'], text }) => ({ file, text }));
/** Bundlers that have no recipe of their own: frameworks use them. */
const bundlers = ['rspack', 'webpack', 'vite'];

describe('what the manual shows of a framework is what its tests run', () => {
  test.each(recipes)('$file', ({ file, text }) => {
    expect(text).toBe(readFileSync(join(projects, file), 'utf8'));
  });

  test.each(frameworks.filter(({ name }) => !bundlers.includes(name)))('$name has a recipe', ({ name }) => {
    expect(recipes.filter(({ file }) => file.startsWith(`${name}/`))).not.toEqual([]);
  });

  test('commands that it names are those that the tests run', () => {
    const manual = readFileSync('docs/runtimes.md', 'utf8');
    for (const name of ['lambda', 'bun', 'deno'] as const) {
      const { builds, start } = frameworks.find((one) => one.name === name) ?? { builds: {} };
      const [program = '', ...args] = [...Object.values(builds), start ?? []][0] ?? [];
      expect(manual).toContain(`\`${[program.split('/').at(-1), ...args].join(' ')}\``);
    }
    const { scripts } = JSON.parse(readFileSync(join(projects, 'sea/package.json'), 'utf8'));
    expect(manual).toContain(`\`${scripts.build}\``);
  });
});

describe('the committed results are of the projects as they are', () => {
  const results = committedResults();

  test('every case gave what was wanted', () => {
    expect(results.filter(({ wanted, got }) => wanted !== got)).toEqual([]);
  });

  test.each(frameworks)('$name was run in the versions that its lockfile names', ({ name, versions }) => {
    expect(existsSync(join(projects, name, 'package.json'))).toBe(true);
    const { packages } = JSON.parse(readFileSync(join(projects, name, 'package-lock.json'), 'utf8'));
    const [runtime] = results.map((result) => result.runtime).filter((one) => one.split(' ')[0] === name);
    for (const one of versions) expect(runtime).toContain(`${one} ${packages[`node_modules/${one}`].version}`);
  });

  test.each(frameworks)('$name was run in every variant, in development too', ({ name, builds, dev = {}, client }) => {
    const own = results.filter(({ runtime }) => runtime.split(' ')[0] === name).map((result) => result.case);
    const wanted = [
      ...Object.keys(builds).map((variant) => `build (${variant}), without any setting`),
      ...Object.keys(dev).map((variant) => `development (${variant}): every route`),
      ...['a named import', 'a namespace import', 'a dynamic import'].flatMap((style) => [
        ...Object.keys(client ? builds : {}).map((variant) => `build (${variant}), ${style} in client code`),
        ...Object.keys(client ? dev : {}).map((variant) => `development (${variant}), ${style} in client code shows`),
      ]),
    ];
    expect(wanted.filter((one) => !own.includes(one))).toEqual([]);
  });
});
