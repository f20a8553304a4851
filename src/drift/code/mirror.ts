import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The files that a compiler may read. */
const compiled = /\.(?:[cm]?[jt]sx?|json)$/;

/**
 * Makes a copy of a project in which some files have another text. Only folders that lead to these files are copied; other
 * folders are links.
 *
 * @param root - The folder of the project, with every file that it needs.
 * @param into - The folder of the copy, which must not exist.
 * @param texts - The other texts, by absolute path.
 */
export async function mirrorProject(root: string, into: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const opened = new Set<string>([root]);
  for (const path of texts.keys())
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) opened.add(folder);
  const copy = async (folder: string): Promise<void> => {
    const target = join(into, relative(root, folder));
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const to = join(target, entry.name);
      if (opened.has(path)) await copy(path);
      else if (entry.isFile() && compiled.test(entry.name)) await copyFile(path, to);
      else if (!entry.isFile()) await symlink(path, to, 'junction');
    }
  };
  await copy(root);
  for (const [path, text] of texts) await writeFile(join(into, relative(root, path)), text);
}

/** The folder that holds a project and what its `tsconfig.json` may extend: the topmost package of the repository. */
export function projectRoot(tsconfig: string): string {
  let root = dirname(tsconfig);
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) root = folder;
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return root;
  }
}
