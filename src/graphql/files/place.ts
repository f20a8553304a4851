import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { up } from 'empathic/find';
import { shellWord } from '../../base/words.ts';
import { managerCommands, projectManager, withMajor } from './package-manager.ts';

/** The global folders of package managers that keep a manifest there; npm keeps none. */
const globalAdds: readonly (readonly [folder: RegExp, command: string])[] = [
  [/[\\/]pnpm[\\/]global\b/, 'pnpm add --global'],
  [/[\\/]install[\\/]global\b/, 'bun add --global'],
  [/[\\/]yarn[\\/](?:Data[\\/])?global\b/, 'yarn global add'],
];

/**
 * The command that installs packages where this one finds them: in the project, or beside a global installation.
 *
 * @param file - A file of this package.
 */
export function installCommand(
  names: readonly string[],
  cwd: string = process.cwd(),
  file: string = fileURLToPath(import.meta.url),
): string {
  const packages = names.map((name) => withMajor(name)).join(' ');
  const globally = globalAdd(cwd, file);
  if (globally !== undefined) return `${globally} ${packages}`;
  const holder = holderOf(file);
  const isHere = holder === undefined || contains(holder, cwd);
  const folder = isHere ? cwd : holder;
  const { addDev } = managerCommands(projectManager(folder));
  return `${isHere ? '' : `cd ${shellWord(folder)} && `}${addDev} ${packages}`;
}

/**
 * The words before a command of this package, as it is started here: the project's, such as `npx control-api-sdk`, or `control-api` of
 * an installation elsewhere. Without the package, npx would run what a registry has under its name, which is free.
 */
export function ownCommand(cwd: string = process.cwd(), file: string = fileURLToPath(import.meta.url)): string {
  const holder = holderOf(file);
  const isHere =
    holder === undefined || contains(holder, cwd) || up('node_modules/control-api-sdk', { cwd }) !== undefined;
  return isHere ? projectCommand(cwd) : 'control-api';
}

/** The words before a command of the package that a project has. */
export function projectCommand(cwd: string): string {
  return `${managerCommands(projectManager(cwd)).run} control-api-sdk`;
}

/** The command that adds to a global installation; undefined where this package lies in a project. */
function globalAdd(cwd: string, file: string): string | undefined {
  const holder = holderOf(file);
  if (holder === undefined || contains(holder, cwd)) return undefined;
  const found = globalAdds.find(([folder]) => folder.test(holder));
  if (found !== undefined) return found[1];
  return existsSync(join(holder, 'package.json')) ? undefined : 'npm install --global';
}

/** The folder whose `node_modules` has a file; undefined for a linked package, and for Yarn's archives. */
function holderOf(file: string): string | undefined {
  if (process.versions['pnp'] !== undefined) return undefined;
  const end = file.search(/[\\/]node_modules[\\/]/);
  return end === -1 ? undefined : file.slice(0, end) || sep;
}

function contains(folder: string, cwd: string): boolean {
  const way = relative(folder, realpathSync(cwd));
  return way.split(sep)[0] !== '..' && !/^\w:/.test(way);
}
