import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { up } from 'empathic/walk';
import type { Texts } from './code-fault.ts';

/**
 * A copy of a workspace in a temporary folder, in which files get other texts. Installed packages are links, also those above the
 * workspace; links to packages of the workspace lead into the copy. Files are handled synchronously: thousands of small steps cost
 * less CPU time than their hand-over to other threads.
 */
export class WorkspaceCopy implements Disposable {
  readonly #root: string;
  readonly #folder: string;
  readonly #at: string;

  /** @param root - The folder of the workspace, with every file that the checker needs. */
  constructor(root: string) {
    const above = up(root).filter((at) => at !== root && existsSync(join(at, 'node_modules')));
    // The copy finds them at the same distance.
    const top = above.at(-1) ?? root;
    this.#root = root;
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'control-api-check-code-')));
    const placeOf = (at: string): string => join(this.#folder, 'copy', relative(top, at));
    this.#at = placeOf(root);
    try {
      this.#mirror(root, this.#at, false);
      for (const at of above) this.#mirror(join(at, 'node_modules'), join(placeOf(at), 'node_modules'), true);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  placeOf(path: string): string {
    return join(this.#at, relative(this.#root, path));
  }

  textOf(said: string): string {
    return said.replaceAll(this.#at.replaceAll('\\', '/'), this.#root).replaceAll(this.#at, this.#root);
  }

  /** Gives some files other texts, in the copy alone. The texts are by absolute path. */
  write(texts: Texts): void {
    for (const [path, text] of texts) {
      const to = this.placeOf(path);
      // A link of the workspace may lead out of the copy, to the very file that is only compared.
      if (!`${realPath(dirname(to))}${sep}`.startsWith(this.#at + sep)) continue;
      rmSync(to, { force: true });
      writeFileSync(to, text, { flag: 'wx' });
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #mirror(from: string, into: string, isPackages: boolean): void {
    mkdirSync(into, { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const { name } = entry;
      const [path, to] = [join(from, name), join(into, name)];
      if (left.test(name)) continue;
      if (entry.isSymbolicLink() || (entry.isDirectory() && isPackages && !name.startsWith('@'))) this.#link(path, to);
      else if (entry.isDirectory()) this.#mirror(path, to, isPackages || name === 'node_modules');
      else if (entry.isFile()) copyFileSync(path, to, constants.COPYFILE_FICLONE);
    }
  }

  #link(path: string, to: string): void {
    const target = realPath(path);
    if (target === undefined) return;
    const real = realpathSync(this.#root);
    const inside = relative(real, target);
    const isOwn = (target + sep).startsWith(real + sep) && !inside.split(sep).includes('node_modules');
    symlinkSync(isOwn ? join(this.#at, inside) : target, to, 'junction');
  }
}

/** The history of Git, and caches, which do not see changes of ignored files. */
const left = /^\.(?:git|cache|tmp|turbo|nx|wireit|vite|vite-temp|parcel-cache|eslintcache)$|\.tsbuildinfo$/;

function realPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync.native(path) : undefined;
}
