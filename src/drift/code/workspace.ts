import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { up } from 'empathic/walk';
import { glob, globSync } from 'tinyglobby';
import { isRecord } from '../../base/is-record.ts';

/** A package of a workspace, with what its `package.json` says. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** The folder of a workspace, and what is in it by absolute paths. */
export interface Workspace {
  readonly root: string;
  readonly files: readonly string[];
  readonly packages: readonly WorkspacePackage[];
  readonly configs: readonly string[];
}

/**
 * The folder that holds a project and what its config may extend: the topmost package of a repository; elsewhere the nearest
 * package, or one above it of whose workspace it is.
 */
export function workspaceRoot(folder: string): string {
  const above = up(folder);
  const packages = above.filter((at) => existsSync(join(at, 'package.json')));
  const repository = above.find((at) => existsSync(join(at, '.git')));
  if (repository !== undefined) return packages.findLast((at) => at.length >= repository.length) ?? folder;
  const [nearest = folder] = packages;
  return packages.findLast((at) => at !== nearest && holds(at, nearest)) ?? nearest;
}

/** Whether a package is in the workspace of a folder, by `package.json` (npm, Yarn) or `pnpm-workspace.yaml`. */
function holds(root: string, folder: string): boolean {
  const { workspaces } = readManifest(readFileSync(join(root, 'package.json'), 'utf8'));
  const ofPnpm = join(root, 'pnpm-workspace.yaml');
  const [, list = ''] = existsSync(ofPnpm)
    ? (/^packages:((?:.*)(?:\n(?:[ \t-].*)?)*)/m.exec(readFileSync(ofPnpm, 'utf8')) ?? [])
    : [];
  const named = isRecord(workspaces) ? workspaces['packages'] : workspaces;
  const patterns = [
    ...(Array.isArray(named) ? named.map(String) : []),
    ...[...list.matchAll(/(?:-|\[|,)\s*['"]?([^\s'",\][]+)/g)].map(([, pattern = '']) => pattern),
  ];
  const files = patterns.map((pattern) => `${pattern.replace(/\/$/, '')}/package.json`);
  const found = globSync(files, { cwd: root, absolute: true, ignore: '**/node_modules/**' });
  return found.some((file) => dirname(file) === folder.split(sep).join('/'));
}

/** Reads what is in the folder of a workspace, but for installed packages and hidden folders. */
export async function readWorkspace(root: string): Promise<Workspace> {
  const ignore = ['**/node_modules/**', '**/.*/**'];
  const found = await glob('**', { cwd: root, absolute: true, dot: true, followSymbolicLinks: false, ignore });
  const paths = found.map((path) => resolve(path)).sort();
  const configs = await Promise.all(
    paths
      .filter((path) => /^(?:package|[jt]sconfig.*)\.json$/.test(basename(path)))
      .map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  );
  const packages = configs.flatMap(({ path, text }) => {
    const manifest = readManifest(text);
    const name = String(manifest['name'] ?? '');
    return basename(path) === 'package.json' ? { name, folder: dirname(path), manifest } : [];
  });
  const files = paths.filter((path) => /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path));
  return { root, files, packages, configs: configs.map(({ text }) => text) };
}

function readManifest(text: string): WorkspacePackage['manifest'] {
  try {
    const manifest: unknown = JSON.parse(text);
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** The package that a file belongs to: the nearest one, since a package can hold others. */
export function packageOf(file: string, { packages }: Workspace): WorkspacePackage | undefined {
  const around = packages.filter(({ folder }) => file.startsWith(folder + sep));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0];
}
