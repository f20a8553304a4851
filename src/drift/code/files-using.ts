import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { up } from 'empathic/walk';
import { isRecord } from '../../base/is-record.ts';
import { packageOf, type Workspace, type WorkspacePackage } from './workspace.ts';

/** Imported and re-exported modules; a star passes all types on. */
const specifier = /(\bexport\s*\*\s*(?:as\s+\w+\s+)?)?\b(?:from|(?:import|require)\s*\()\s*(['"`])([^'"`\n]+)\2/g;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Code that a compiler checks. Declaration files only describe other code. */
const checkedFile = /(?<!\.d)\.(?:[cm]?tsx?|vue|svelte|astro)$/;
const source = /(?<!\.d)\.[cm]?tsx?$/;

/** A file that imports generated files directly. */
export interface User {
  readonly path: string;
  /**
   * What has to fail once the generated files are empty, so that the file is known to be checked: `itself`; its `package`, which uses
   * another one as it was built; or `any` file, where it only passes everything on.
   */
  readonly proof: 'itself' | 'package' | 'any';
}

/** The files of a workspace that name generated files, and that a compiler should check. */
export async function filesUsing(workspace: Workspace, generated: ReadonlySet<string>): Promise<readonly User[]> {
  const users: User[] = [];
  for (const path of workspace.files) {
    if (generated.has(path) || !checkedFile.test(path)) continue;
    const text = (await readFile(path, 'utf8')).replace(comment, '');
    const proofs = [...text.matchAll(specifier)].flatMap(([, star, , name = '']) =>
      [...generated].map((file) => {
        const named = namedBy(name.replace(/[?].*$/, ''), path, file, workspace);
        return named === 'file' ? (star === undefined ? 'itself' : 'any') : named && 'package';
      }),
    );
    const proof = (['itself', 'package', 'any'] as const).find((it) => proofs.includes(it));
    if (proof !== undefined) users.push({ path, proof });
  }
  return users;
}

/** Whether an import names a generated file, or a build of the package that contains it. */
function namedBy(name: string, from: string, file: string, workspace: Workspace): 'file' | 'build' | undefined {
  const stem = stemOf(file);
  const isFile = (path: string): boolean => [path, stemOf(path), join(path, 'index')].includes(stem);
  if (name.startsWith('.')) return isFile(resolve(dirname(from), name)) ? 'file' : undefined;
  const owner = packageOf(file, workspace);
  if (owner !== undefined && owner.name !== '' && `${name}/`.startsWith(`${owner.name}/`)) {
    const entries = entriesOf(owner, name.slice(owner.name.length + 1), workspace);
    if (entries.some(isFile)) return 'file';
    return entries.every((it) => source.test(it)) ? undefined : 'build';
  }
  if (isBuiltin(name) || isInstalled(name, from)) return undefined;
  // A config defines the alias; else the alias stands for a folder, and its path follows.
  const alias = new RegExp(`"${name.replace(/\W/g, '\\$&')}"\\s*:\\s*\\[?\\s*"([^"]+)"`);
  const told = workspace.configs.flatMap((text) => alias.exec(text)?.[1] ?? []);
  const ends = (path: string): boolean => `${sep}${stem}`.endsWith(join(sep, stemOf(path).replace(/^[./]+/, '')));
  if (told.length > 0) return told.some(ends) ? 'file' : undefined;
  const own = packageOf(from, workspace);
  const paths = [name, name.split('/').slice(1).join('/')].filter((path) => /\w/.test(path));
  return owner === own && paths.some(ends) ? 'file' : undefined;
}

/** The files that an import of a package may mean, by the types in its `package.json`. */
function entriesOf({ folder, manifest }: WorkspacePackage, path: string, { files }: Workspace): readonly string[] {
  const { exports, types, typings, main } = manifest;
  const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  const mapped = isMap ? exports[path === '' ? '.' : `./${path}`] : path === '' ? exports : undefined;
  const named = mapped ?? (path === '' ? (types ?? typings ?? main ?? './index.ts') : undefined);
  if (named !== undefined) return leavesOf(named).map((it) => join(folder, it));
  return [files.find((file) => stemOf(file).endsWith(stemOf(join(sep, path)))) ?? join(folder, path)];
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isRecord(value)) return [];
  return (value['types'] === undefined ? Object.values(value) : [value['types']]).flatMap(leavesOf);
}

function isInstalled(name: string, from: string): boolean {
  const [first = '', second = ''] = name.split('/');
  const path = join('node_modules', first.startsWith('@') ? join(first, second) : first);
  return first !== '' && up(dirname(from)).some((folder) => existsSync(join(folder, path)));
}

function stemOf(path: string): string {
  return path.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, '');
}
