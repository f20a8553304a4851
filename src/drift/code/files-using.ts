import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { up } from 'empathic/find';

/** The files that can import others. */
const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** The names of modules, in whichever form they are imported; also in comments, where a name too many does no harm. */
const specifier = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
/** Code that a compiler of TypeScript or of components checks: no declarations, which say what other code is. */
const checkedFile = /(?<!\.d)\.(?:[cm]?tsx?|vue|svelte|astro)$/;

/** A file that uses others. */
export interface User {
  readonly path: string;
  /** Whether it may see them only as another package was built. */
  readonly isRemote: boolean;
}

/**
 * The files of a workspace that use some of its files and that a compiler should check: those that import them, directly or through
 * others, in whichever project they are. An import counts unless it is known to lead elsewhere, since each bundler has aliases of its
 * own.
 *
 * @param root - The folder of the workspace.
 * @param of - Absolute paths, which are not among the result.
 */
export async function filesUsing(root: string, of: Iterable<string>): Promise<readonly User[]> {
  const workspace = await readWorkspace(root);
  const importers = new Map<string, string[]>();
  for (const file of workspace.files)
    for (const [, , name = ''] of (await readFile(file, 'utf8').catch(() => '')).matchAll(specifier))
      for (const target of workspace.targetsOf(name.replace(/[?].*$/, ''), file))
        importers.set(target, [...(importers.get(target) ?? []), file]);
  const generated = new Set(of);
  const reach = (isOpen: (folder: string) => boolean): ReadonlySet<string> => {
    const found = new Set<string>(generated);
    for (const file of found) {
      const folder = packageOf(file);
      for (const target of [file, ...(isOpen(folder) ? [folder] : [])])
        for (const importer of importers.get(target) ?? []) found.add(importer);
    }
    return found;
  };
  const near = reach((folder) => workspace.sources.has(folder));
  return [...reach(() => true)]
    .filter((path) => !generated.has(path) && checkedFile.test(path))
    .map((path) => ({ path, isRemote: !near.has(path) }));
}

/** The folder of the package that a file belongs to: the nearest one, since a package can hold others. */
function packageOf(file: string): string {
  return dirname(up('package.json', { cwd: dirname(file) }) ?? file);
}

const source = /"[^"]+(?<!\.d)\.[cm]?tsx?"/;

/** Whether an entry of a package is TypeScript. A script or a list of files may name such a file, too. */
function hasSourceEntry(manifest: string): boolean {
  try {
    const { main, module, types, typings, typesVersions, exports } = JSON.parse(manifest);
    return source.test(JSON.stringify([main, module, types, typings, typesVersions, exports]));
  } catch {
    return false;
  }
}

async function readWorkspace(root: string) {
  const files: string[] = [];
  const packages = new Map<string, string>();
  /** The folders of those that others import as they are written, and not as they were built. */
  const sources = new Set<string>();
  const configs: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) await walk(path);
      if (!entry.isFile()) continue;
      if (codeFile.test(entry.name)) files.push(path);
      if (!/^(?:package|[jt]sconfig.*)\.json$/.test(entry.name)) continue;
      const text = await readFile(path, 'utf8');
      configs.push(text);
      const [, name] = /"name"\s*:\s*"([^"]+)"/.exec(text) ?? [];
      if (entry.name === 'package.json' && name !== undefined) packages.set(name, folder);
      if (entry.name === 'package.json' && hasSourceEntry(text)) sources.add(folder);
    }
  };
  await walk(root);

  const byStem = new Map<string, string[]>();
  for (const file of files) for (const stem of stemsOf(file)) byStem.set(stem, [...(byStem.get(stem) ?? []), file]);
  const known = new Map<string, readonly string[]>();
  const aliased = (name: string): readonly string[] => {
    const parts = name.replace(/^\W+/, '').split('/');
    // An alias stands for a folder; what follows it is the path there.
    for (let first = 0; first < parts.length; first += 1) {
      const end = `/${withoutExtension(parts.slice(first).join('/'))}`;
      const found = [...byStem].flatMap(([stem, its]) => (`/${stem}`.endsWith(end) ? its : []));
      if (found.length > 0) return found;
    }
    // One that stands for a file is written in a config.
    return configs.some((text) => text.includes(`"${name}"`)) ? files : [];
  };
  const isInstalled = (name: string, from: string): boolean => {
    const [first = '', second = ''] = name.split('/');
    const path = join('node_modules', first.startsWith('@') ? join(first, second) : first);
    for (let folder = dirname(from); ; folder = dirname(folder)) {
      if (first !== '' && existsSync(join(folder, path))) return true;
      if (folder === root || folder === dirname(folder)) return false;
    }
  };
  return {
    files,
    sources,
    /** The files, or the folder of a package, that an import may mean. */
    targetsOf: (name: string, from: string): readonly string[] => {
      if (name.startsWith('.')) {
        const path = relative(root, resolve(dirname(from), name))
          .split(sep)
          .join('/');
        return [...(byStem.get(path) ?? []), ...(byStem.get(withoutExtension(path)) ?? [])];
      }
      const own = [...packages].find(([it]) => name === it || name.startsWith(`${it}/`));
      if (own !== undefined) return [own[1]];
      if (isBuiltin(name) || isInstalled(name, from)) return [];
      const found = known.get(name) ?? aliased(name);
      known.set(name, found);
      return found;
    },
  };

  function stemsOf(file: string): readonly string[] {
    const path = relative(root, file).split(sep).join('/');
    const stem = withoutExtension(path);
    return [stem, ...(path === stem ? [] : [path]), ...(basename(stem) === 'index' ? [dirname(stem)] : [])];
  }
}

function withoutExtension(path: string): string {
  return path.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, '');
}
