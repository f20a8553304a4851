import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChecker } from '../../../src/drift/code/checker.ts';
import { readWorkspace, workspaceRoot } from '../../../src/drift/code/workspace.ts';
import { WorkspaceCopy } from '../../../src/drift/code/workspace-copy.ts';
import { folderWith } from '../../helpers/cli-in-process.ts';

const stray = { 'package.json': '{}', 'site/package.json': '{}', 'site/src/a.ts': '' };
test.each<readonly [what: string, files: Readonly<Record<string, string>>, from: string, root: string]>([
  ['is the nearest package, also below a stray one', stray, 'site/src', 'site'],
  [
    'is the one whose workspace holds the package',
    { ...stray, 'package.json': '{ "workspaces": ["site", "libs/*"] }' },
    'site',
    '.',
  ],
  ['is that of Yarn, too', { ...stray, 'package.json': '{ "workspaces": { "packages": ["*"] } }' }, 'site', '.'],
  ['is that of pnpm, too', { ...stray, 'pnpm-workspace.yaml': 'packages:\n  # ours\n  - "*"\n' }, 'site', '.'],
  [
    'is the nearest package where a workspace above holds others',
    { ...stray, 'package.json': '{ "workspaces": ["libs/*"] }' },
    'site',
    'site',
  ],
  ['is the topmost package of a repository', { ...stray, '.git/HEAD': '' }, 'site/src', '.'],
  ['ends at the repository', { ...stray, 'site/.git/HEAD': '', 'site/app/package.json': '{}' }, 'site/app', 'site'],
  ['is the folder itself without any package', { 'src/a.ts': '' }, 'src', 'src'],
])('the folder that is copied %s', async (_what, files, from, root) => {
  await using folder = await folderWith(files);
  expect(workspaceRoot(join(folder.path, from))).toBe(join(folder.path, root));
});

const packages = ['web', 'app'].flatMap((name) => [
  [`packages/${name}/package.json`, JSON.stringify({ name: `@acme/${name}` })],
  [`packages/${name}/src/both.ts`, ''],
  [`packages/${name}/src/${name}.ts`, ''],
]);
const files = {
  'package.json': '{ "workspaces": ["packages/*"] }',
  'src/root.ts': '',
  ...Object.fromEntries(packages),
};
const error = 'error TS1: Wrong.';
const both = `src/both.ts(2,3): ${error}`;
const oneOfBoth = 'src/both.ts One of packages/app/src/both.ts, packages/web/src/both.ts: Wrong.';

test.each<[what: string, lines: readonly string[], found: readonly string[], more?: object, onStderr?: string]>([
  ['is looked for under the packages', [`src/web.ts(2,3): ${error}`], ['packages/web/src/web.ts Wrong.']],
  ['stays where it exists in the root alone', [`src/root.ts(2,3): ${error}`], ['src/root.ts Wrong.']],
  [
    'follows a name in front',
    [`@acme/web:typecheck: ${both}`, `packages/app typecheck: ${both}`],
    ['packages/web/src/both.ts Wrong.', 'packages/app/src/both.ts Wrong.'],
  ],
  [
    'follows the name in front, though the root has such a file',
    [`@acme/web:typecheck: ${both}`],
    ['packages/web/src/both.ts Wrong.'],
    { 'src/both.ts': '' },
  ],
  ['follows a headline', ['> @acme/app@1.0.0 typecheck', '> tsc', '', both], ['packages/app/src/both.ts Wrong.']],
  [
    'does not follow the headline of another package',
    ['> @acme/app@1.0.0 typecheck', '', both, '> typecheck', '', `src/both.ts(4,3): ${error}`],
    ['packages/app/src/both.ts Wrong.', oneOfBoth],
  ],
  ['does not follow what another stream says', [both], [oneOfBoth], {}, 'npm error workspace @acme/web'],
  ['is said to be one of several where nothing tells which', [both], [oneOfBoth]],
  ['is as it is written where there is no such file', [`src/none.ts(2,3): ${error}`], ['src/none.ts Wrong.']],
])('a path that a program prints for a package %s', async (_what, lines, found, more = {}, onStderr = '') => {
  await using folder = await folderWith({
    ...files,
    ...more,
    'say.mjs': `console.error(${JSON.stringify(onStderr)});\nconsole.log(${JSON.stringify(lines.join('\n'))});`,
  });
  const workspace = await readWorkspace(folder.path);
  using copy = new WorkspaceCopy(folder.path);
  const checker = { command: 'node say.mjs', folder: folder.path };
  const run = { env: process.env, signal: new AbortController().signal };
  const { faults } = await runChecker(checker, workspace, copy, run);
  const read = faults.map(({ file, message }) => `${file} ${message}`.replaceAll(`${folder.path}/`, ''));
  const sorted = (_: string, ...several: string[]) => `One of ${several.slice(0, 2).sort().join(', ')}:`;
  expect(read.map((it) => it.replace(/One of (\S+), (\S+):/, sorted))).toEqual(found);
});

test('what programs remember of earlier runs is not in the copy, whichever program it is', async () => {
  const left = [
    '.turbo/a',
    '.nx/a',
    '.wireit/a',
    'node_modules/.tmp/app.tsbuildinfo',
    'node_modules/.vite/a',
    'app.tsbuildinfo',
  ];
  const kept = [
    '.yarn/cache/a.zip',
    '.pnp.cjs',
    '.svelte-kit/tsconfig.json',
    'node_modules/.modules.yaml',
    'node_modules/.prisma/a.ts',
  ];
  await using folder = await folderWith(Object.fromEntries([...left, ...kept].map((path) => [path, ''])));
  using copy = new WorkspaceCopy(folder.path);
  const copied = [...left, ...kept].filter((path) => existsSync(copy.placeOf(join(folder.path, path))));
  expect(copied).toEqual(kept);
});
