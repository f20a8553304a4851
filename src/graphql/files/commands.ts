import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { up } from 'empathic/find';
import { shellWord } from '../../base/words.ts';
import { managerCommands, projectManager, withMajor } from './package-manager.ts';

export const snapshotFile = 'schema.graphql';

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
  const addIn = (folder: string): string => `${managerCommands(projectManager(folder)).addDev} ${packages}`;
  const holder = holderElsewhere(cwd, file);
  if (holder === undefined) return addIn(cwd);
  const [, globally] = globalAdds.find(([folder]) => folder.test(holder)) ?? [];
  if (globally !== undefined) return `${globally} ${packages}`;
  if (!existsSync(join(holder, 'package.json'))) return `npm install --global ${packages}`;
  return `cd ${shellWord(holder)} && ${addIn(holder)}`;
}

/**
 * The words before a command of this package, as it is started here: the project's, such as `npx control-api-sdk`, or `control-api` of
 * an installation elsewhere. Without the package, npx would run what a registry has under its name, which is free.
 */
export function ownCommand(cwd: string = process.cwd(), file: string = fileURLToPath(import.meta.url)): string {
  const isHere = holderElsewhere(cwd, file) === undefined || up('node_modules/control-api-sdk', { cwd }) !== undefined;
  return isHere ? projectCommand(cwd) : 'control-api';
}

/** The words before a command of the package that a project has. */
export function projectCommand(cwd: string): string {
  return `${managerCommands(projectManager(cwd)).run} control-api-sdk`;
}

export function pullCommand(file: string): string {
  return `${ownCommand()} schema pull${file === snapshotFile ? '' : ` --output ${shellWord(file)}`}`;
}

/** The folder whose `node_modules` has a file, if `cwd` is outside of it; undefined for a linked package and for Yarn's archives, too. */
function holderElsewhere(cwd: string, file: string): string | undefined {
  const end = file.search(/[\\/]node_modules[\\/]/);
  if (process.versions['pnp'] !== undefined || end === -1) return undefined;
  const holder = file.slice(0, end) || sep;
  const way = relative(holder, realpathSync(cwd));
  // On Windows, the way to another drive is absolute.
  return way.split(sep)[0] === '..' || /^\w:/.test(way) ? holder : undefined;
}

/** The endpoint of a base URL, in one form for every way to write the base URL. */
export function endpointText(baseUrl: string | URL): string {
  const { origin, pathname } = new URL(String(baseUrl).trim());
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
}
