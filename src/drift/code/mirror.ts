import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The files that a compiler may read. */
const compiled = /\.(?:[cm]?[jt]sx?|json|vue|svelte)$/;

/**
 * Makes a copy of a workspace. Installed packages are links; those that are packages of the workspace lead into the copy.
 *
 * @param root - The folder of the workspace, with every file that it needs.
 * @param into - The folder of the copy, which must not exist.
 */
export async function mirrorWorkspace(root: string, into: string): Promise<void> {
  const real = await realpath(root);
  const isPackages = (folder: string): boolean => relative(root, folder).split(sep).includes('node_modules');
  const link = async (path: string, to: string): Promise<void> => {
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined) return;
    const inside = relative(real, target);
    const isOwn = target.startsWith(real + sep) && !inside.split(sep).includes('node_modules');
    await symlink(isOwn ? join(into, inside) : target, to, 'junction');
  };
  const copy = async (folder: string): Promise<void> => {
    const target = join(into, relative(root, folder));
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const to = join(target, entry.name);
      const isScope = entry.name.startsWith('@') || entry.name === 'node_modules';
      if (entry.isSymbolicLink() || (entry.isDirectory() && isPackages(folder) && !isScope)) await link(path, to);
      else if (entry.isDirectory() && entry.name !== '.git') await copy(path);
      else if (entry.isFile() && compiled.test(entry.name)) await copyFile(path, to);
    }
  };
  await copy(root);
}

/** Gives some files of a workspace other texts, in its copy alone. The texts are by absolute path. */
export async function writeTexts(root: string, into: string, texts: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of texts) {
    const to = join(into, relative(root, path));
    // A link of the workspace may lead out of the copy, to the very file that is only compared.
    const folder = await realpath(dirname(to)).catch(() => '');
    if (!(folder + sep).startsWith(into + sep)) continue;
    await rm(to, { force: true });
    await writeFile(to, text, { flag: 'wx' });
  }
}

/** The folder that holds a project and what its `tsconfig.json` may extend: the topmost package of the repository. */
export function projectRoot(tsconfig: string): string {
  let root = dirname(tsconfig);
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) root = folder;
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return root;
  }
}
