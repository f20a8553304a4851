import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mirrorWorkspace, writeTexts } from '../../../src/drift/code/mirror.ts';
import { emptyFolder } from '../../helpers/cli-in-process.ts';

test('new texts go into the copy alone, also where links of the workspace lead out of it', async () => {
  await using folder = await emptyFolder();
  const at = (path: string) => join(folder.path, path);
  for (const path of ['workspace/src', 'elsewhere/generated', 'copies']) await mkdir(at(path), { recursive: true });
  const ours = ['workspace/src/own.ts', 'elsewhere/one.ts', 'elsewhere/generated/two.ts', 'elsewhere/three.ts'];
  for (const path of ours) await writeFile(at(path), 'now');
  await symlink(at('elsewhere/one.ts'), at('workspace/src/one.ts'));
  await symlink(at('elsewhere/generated'), at('workspace/src/generated'));
  const written = ['workspace/src/own.ts', 'workspace/src/one.ts', 'workspace/src/generated/two.ts'];
  const texts = new Map([...written, 'elsewhere/three.ts'].map((path) => [at(path), 'new']));
  await mirrorWorkspace(at('workspace'), at('copies/after'));
  await writeTexts(at('workspace'), at('copies/after'), texts);
  expect(await Promise.all(ours.map((path) => readFile(at(path), 'utf8')))).toEqual(ours.map(() => 'now'));
  for (const path of ['src/own.ts', 'src/one.ts'])
    expect(await readFile(at(`copies/after/${path}`), 'utf8')).toBe('new');
});
