import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { expect, inject, test } from 'vitest';
import builds from '../../build/tsdown.config.ts';
import manifest from '../../package.json' with { type: 'json' };

/*
 * The exports map, compared with the built files and with the conditions of each platform. It stays short because declarations lie
 * beside the files, and because a tool needs no conditions: it imports the package by name, and so meets the refusal there.
 */

const home = join(inject('installed'), 'node_modules/control-api-sdk');

type Branch = string | { readonly [condition: string]: Branch };

/** A path of the exports map, with its targets by condition. */
const targetsOf = (branch: Branch): readonly string[] =>
  typeof branch === 'string' ? [branch] : Object.values(branch).flatMap(targetsOf);

const exported: Readonly<Record<string, Branch>> = manifest.exports;
const targets = [...new Set(Object.values(exported).flatMap(targetsOf))];
const modules = targets.filter((target) => /\.[mc]js$/.test(target));

test('every built entry is exported, in each of its formats, except for the command line', () => {
  const built = builds.flatMap(({ entry, format }) =>
    Object.keys(entry ?? {}).flatMap((name) =>
      [format ?? []].flat().map((one) => `./dist/${name}.${one === 'cjs' ? 'cjs' : 'mjs'}`),
    ),
  );
  expect(built.length).toBeGreaterThan(10);
  expect([...modules, manifest.bin['control-api'], './dist/start.mjs'].sort()).toEqual([...new Set(built)].sort());
});

/** The target of a real resolver (esbuild's) for these conditions; '' for none. */
async function resolved(
  conditions: readonly string[],
  { path = 'control-api-sdk', map = exported }: { path?: string; map?: typeof exported } = {},
): Promise<string> {
  const folder = mkdtempSync(join(inject('installed'), 'map-'));
  const copy = join(folder, 'node_modules/control-api-sdk');
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, exports: map }));
  symlinkSync(join(home, 'dist'), join(copy, 'dist'));
  let found = '';
  await esbuild.build({
    stdin: { contents: '', resolveDir: folder },
    bundle: true,
    write: false,
    platform: 'neutral',
    conditions: [...conditions],
    preserveSymlinks: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'ask',
        setup: ({ onStart, resolve }) =>
          onStart(async () => {
            const kind = conditions.includes('require') ? 'require-call' : 'import-statement';
            ({ path: found } = await resolve(path, { kind, resolveDir: folder }));
          }),
      },
    ],
  });
  return found.slice(copy.length + 1);
}

/** The conditions of the platforms, and the expected targets without an extension. */
const platforms: readonly { platform: string; conditions: string[]; file: string }[] = [
  { platform: 'Node', conditions: ['node'], file: 'index' },
  { platform: 'Bun', conditions: ['bun', 'node'], file: 'index' },
  { platform: 'Deno', conditions: ['deno', 'node'], file: 'index' },
  { platform: "Cloudflare's wrangler", conditions: ['workerd', 'worker', 'browser'], file: 'index' },
  { platform: "Next's edge routes", conditions: ['edge-light', 'worker', 'browser'], file: 'index' },
  { platform: "a test runner's jsdom", conditions: ['node', 'browser', 'development'], file: 'index' },
  { platform: 'a server bundle that names no platform', conditions: [], file: 'index' },
  { platform: 'Metro', conditions: ['react-native'], file: 'browser' },
  { platform: 'a browser build', conditions: ['browser', 'production'], file: 'browser' },
  { platform: 'a browser build that names no mode', conditions: ['browser'], file: 'browser' },
  {
    platform: 'a development server for browsers, which runs the file for named imports too',
    conditions: ['browser', 'development'],
    file: 'control-api-sdk-is-server-only.cjs',
  },
  { platform: 'webpack and rspack in development', conditions: ['webpack', 'development', 'browser'], file: 'browser' },
];

const fileFor = (file: string, extension: string): string => `dist/${file.replace(/(?<!\.cjs)$/, `.${extension}`)}`;

test.each(platforms)('the platform $platform finds $file, imported and required', async ({ conditions, file }) => {
  expect(await resolved(conditions)).toBe(fileFor(file, 'mjs'));
  expect(await resolved([...conditions, 'require'])).toBe(fileFor(file, 'cjs'));
});

test('every condition of an export is needed by some platform', async () => {
  const root = exported['.'];
  if (typeof root !== 'object') throw new Error('The root has no branches.');
  const without: Record<string, Branch> = {};
  for (const condition of Object.keys(root)) {
    const { [condition]: _, ...rest } = root;
    without[condition] = rest;
  }
  const { development, webpack, ...browser } = manifest.exports['.'].browser;
  without['browser.development'] = { ...root, browser: { webpack, ...browser } };
  without['browser.webpack'] = { ...root, browser: { development, ...browser } };
  const needless: string[] = [];
  for (const [condition, branch] of Object.entries(without)) {
    const map = { ...exported, '.': branch };
    const ends = await Promise.all(platforms.map(({ conditions }) => resolved(conditions, { map })));
    if (ends.every((end, index) => end === fileFor(platforms[index]?.file ?? '', 'mjs'))) needless.push(condition);
  }
  expect(Object.keys(without)).toHaveLength(8);
  expect(needless).toEqual([]);
});

test.each(Object.keys(exported).filter((path) => /^\.\/\w+$/.test(path)))(
  'the export %s is one file for all platforms',
  async (path) => {
    const name = path.slice(2);
    for (const { conditions } of platforms) {
      expect(await resolved(conditions, { path: `control-api-sdk/${name}` })).toBe(`dist/${name}.mjs`);
    }
  },
);
