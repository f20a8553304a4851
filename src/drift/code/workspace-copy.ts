import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { up } from 'empathic/walk';
import type { Texts } from './code-fault.ts';

/**
 * A copy of a workspace in a temporary folder, in which files get other texts. Installed packages are links, also those above the
 * workspace; those that are packages of the workspace lead into the copy.
 */
export class WorkspaceCopy implements AsyncDisposable {
  readonly #root: string;
  readonly #folder: string;
  readonly #at: string;

  private constructor(root: string, folder: string, at: string) {
    this.#root = root;
    this.#folder = folder;
    this.#at = at;
  }

  /** @param root - The folder of the workspace, with every file that it needs. */
  static async of(root: string): Promise<WorkspaceCopy> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'control-api-check-code-')));
    const above = up(root)
      .slice(1)
      .filter((at) => existsSync(join(at, 'node_modules')));
    // The copy finds them at the same distance.
    const top = above.at(-1) ?? root;
    const placeOf = (at: string): string => join(folder, 'copy', relative(top, at));
    const copy = new WorkspaceCopy(root, folder, placeOf(root));
    try {
      const mirror = await mirrorInto(root, placeOf(root));
      await mirror(root, placeOf(root), false);
      for (const at of above) await mirror(join(at, 'node_modules'), join(placeOf(at), 'node_modules'), true);
      return copy;
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The place in the copy of a path of the workspace. */
  placeOf(path: string): string {
    return join(this.#at, relative(this.#root, path));
  }

  /** A text with the paths of the workspace in the place of those of the copy. */
  textOf(said: string): string {
    return said.replaceAll(this.#at.replaceAll('\\', '/'), this.#root).replaceAll(this.#at, this.#root);
  }

  /** Gives some files other texts, in the copy alone. The texts are by absolute path. */
  async write(texts: Texts): Promise<void> {
    for (const [path, text] of texts) {
      const to = this.placeOf(path);
      // A link of the workspace may lead out of the copy, to the very file that is only compared.
      const folder = await realpath(dirname(to)).catch(() => '');
      if (!(folder + sep).startsWith(this.#at + sep)) continue;
      await rm(to, { force: true });
      await writeFile(to, text, { flag: 'wx' });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A history, and what programs remember of earlier runs. A copy without it is checked as if it were new. */
const left = /^\.(?:git|cache|tmp|turbo|nx|wireit|vite|vite-temp|parcel-cache|eslintcache)$|\.tsbuildinfo$/;

type Mirror = (from: string, into: string, isPackages: boolean) => Promise<void>;

/** @returns Copies a folder. A folder of packages gets links to them. */
async function mirrorInto(root: string, copy: string): Promise<Mirror> {
  const real = await realpath(root);
  const link = async (path: string, to: string): Promise<void> => {
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined) return;
    const inside = relative(real, target);
    const isOwn = (target + sep).startsWith(real + sep) && !inside.split(sep).includes('node_modules');
    await symlink(isOwn ? join(copy, inside) : target, to, 'junction');
  };
  const mirror: Mirror = async (from, into, isPackages) => {
    await mkdir(into, { recursive: true });
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const { name } = entry;
      const [path, to] = [join(from, name), join(into, name)];
      if (left.test(name)) continue;
      if (entry.isSymbolicLink() || (entry.isDirectory() && isPackages && !name.startsWith('@'))) await link(path, to);
      else if (entry.isDirectory()) await mirror(path, to, isPackages || name === 'node_modules');
      else if (entry.isFile()) await copyFile(path, to, constants.COPYFILE_FICLONE);
    }
  };
  return mirror;
}
