import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../index.ts';

/** The API of TypeScript. */
export type TypeScript = typeof import('typescript');

/** The TypeScript that is installed in a project. */
export interface InstalledTypeScript {
  readonly version: string;
  /** The file of its compiler's command. */
  readonly tsc: string;
  /** Loads its API; undefined where it has none: TypeScript 7 is a native program. */
  readonly load: (() => TypeScript) | undefined;
}

/**
 * Finds the TypeScript of the project that a folder belongs to.
 *
 * @throws {ConfigurationError} with the exact install command if it is missing or too old.
 */
export function findTypeScript(folder: string): InstalledTypeScript {
  const { manifest, require } = packageIn(folder, 'typescript');
  if (manifest === undefined)
    throw new ConfigurationError(
      'Checking your code needs TypeScript, which is not installed: run `npm install --save-dev typescript`.',
    );
  const { version }: { version: string } = require(manifest);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 5 || (major === 5 && minor < 4))
    throw new ConfigurationError(
      `Checking your code needs TypeScript 5.4 or newer, but ${version} is installed: run \`npm install --save-dev typescript@5.9\`.`,
    );
  const tsc = join(dirname(manifest), 'bin/tsc');
  return { version, tsc, load: major < 7 ? () => require('typescript') : undefined };
}

/** The file of a package's command of the same name; undefined where it is not installed. */
export function findPackageCommand(folder: string, name: string): string | undefined {
  const { manifest, require } = packageIn(folder, name);
  if (manifest === undefined) return undefined;
  const { bin = '' }: { readonly bin?: string | Readonly<Record<string, string>> } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[name] ?? ''));
}

function packageIn(folder: string, name: string): { readonly manifest?: string; readonly require: NodeJS.Require } {
  const require = createRequire(join(folder, 'from-here.js'));
  try {
    return { manifest: require.resolve(`${name}/package.json`), require };
  } catch {
    return { require };
  }
}
