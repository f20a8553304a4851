import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { up } from 'empathic/walk';
import { globSync } from 'tinyglobby';
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
  const files: string[] = [];
  const packages: WorkspacePackage[] = [];
  const configs: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) await walk(path);
      if (!entry.isFile()) continue;
      if (/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(entry.name)) files.push(path);
      if (!/^(?:package|[jt]sconfig.*)\.json$/.test(entry.name)) continue;
      const text = await readFile(path, 'utf8');
      configs.push(text);
      const manifest = entry.name === 'package.json' ? readManifest(text) : {};
      if (entry.name === 'package.json') packages.push({ name: String(manifest['name'] ?? ''), folder, manifest });
    }
  };
  await walk(root);
  return { root, files, packages, configs };
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
