import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runChecker } from '../../../src/drift/code/checker.ts';
import { readWorkspace, workspaceRoot } from '../../../src/drift/code/workspace.ts';
import { WorkspaceCopy } from '../../../src/drift/code/workspace-copy.ts';
import { folderWith } from '../../helpers/cli-in-process.ts';

describe('the folder that is copied', () => {
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
  ])('%s', async (_what, files, from, root) => {
    await using folder = await folderWith(files);
    expect(workspaceRoot(join(folder.path, from))).toBe(join(folder.path, root));
  });
});

describe('a path that a program prints for a package', () => {
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

  /** The places, from the root, and the messages that are read where a command prints these lines. */
  async function read(
    lines: readonly string[],
    more: Readonly<Record<string, string>> = {},
    onStderr = '',
  ): Promise<readonly string[]> {
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
    return faults.map(({ file, message }) => `${file} ${message}`.replaceAll(`${folder.path}/`, ''));
  }

  test.each<readonly [what: string, lines: readonly string[], found: readonly string[]]>([
    ['is looked for under the packages', [`src/web.ts(2,3): ${error}`], ['packages/web/src/web.ts Wrong.']],
    ['stays where it exists in the root alone', [`src/root.ts(2,3): ${error}`], ['src/root.ts Wrong.']],
    [
      'follows a name in front',
      [`@acme/web:typecheck: src/both.ts(2,3): ${error}`, `packages/app typecheck: src/both.ts(2,3): ${error}`],
      ['packages/web/src/both.ts Wrong.', 'packages/app/src/both.ts Wrong.'],
    ],
    [
      'follows a headline',
      ['> @acme/app@1.0.0 typecheck', '> tsc', '', `src/both.ts(2,3): ${error}`],
      ['packages/app/src/both.ts Wrong.'],
    ],
    [
      'does not follow the headline of another package',
      [
        '> @acme/app@1.0.0 typecheck',
        '',
        `src/both.ts(2,3): ${error}`,
        '> typecheck',
        '',
        `src/both.ts(4,3): ${error}`,
      ],
      [
        'packages/app/src/both.ts Wrong.',
        'src/both.ts One of packages/app/src/both.ts, packages/web/src/both.ts: Wrong.',
      ],
    ],
    [
      'is said to be one of several where nothing tells which',
      [`src/both.ts(2,3): ${error}`],
      ['src/both.ts One of packages/app/src/both.ts, packages/web/src/both.ts: Wrong.'],
    ],
    ['is as it is written where there is no such file', [`src/none.ts(2,3): ${error}`], ['src/none.ts Wrong.']],
  ])('%s', async (_what, lines, found) => {
    expect(
      (await read(lines)).map((it) =>
        it.replace(/One of (\S+), (\S+):/, (_, a, b) => `One of ${[a, b].sort().join(', ')}:`),
      ),
    ).toEqual(found);
  });

  test('does not follow what another stream says', async () => {
    const lines = [`src/both.ts(2,3): ${error}`];
    expect((await read(lines, {}, 'npm error workspace @acme/web')).join()).toContain('One of packages/');
  });

  test('follows the name in front, though the root has such a file', async () => {
    const lines = [`@acme/web:typecheck: src/both.ts(2,3): ${error}`];
    expect(await read(lines, { 'src/both.ts': '' })).toEqual(['packages/web/src/both.ts Wrong.']);
  });
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
