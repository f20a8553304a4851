import { createRequire } from 'node:module';
import { ControlApiError } from '../../index.ts';
import { peerVersions } from './peer-versions.ts';
import { installCommand } from './place.ts';

/** The packages of a project that code generation needs. */
export const codegenPackages = ['graphql', '@graphql-codegen/cli'] as const;

/**
 * Checks the versions of packages, as far as they are installed.
 *
 * @param versionOf - The installed version of a package, undefined where there is none.
 * @throws {ControlApiError} with the exact install command if one is not supported.
 */
export function assertVersions(
  what: string,
  packages: readonly string[],
  versionOf: (name: string) => string | undefined = installedVersion,
): void {
  for (const name of packages) {
    const installed = versionOf(name);
    const versions = peerVersions[name];
    if (installed === undefined || !versions || isSupported(name, installed)) continue;
    throw new ControlApiError(
      'configuration',
      `${what} needs ${name} ${versions.map((version) => `^${version}`).join(' or ')}, but ${installed} is installed: run \`${installCommand([name])}\`.`,
    );
  }
}

/** Whether a version of a package is supported; any is of a package that is not among {@link peerVersions}. */
export function isSupported(name: string, installed: string): boolean {
  return peerVersions[name]?.some((version) => isSince(version, installed)) ?? true;
}

/** Whether a version is of the same major, and not older. */
function isSince(since: string, version: string): boolean {
  const [major, minor = 0] = version.split('.').map(Number);
  const [sinceMajor, sinceMinor = 0] = since.split('.').map(Number);
  return major === sinceMajor && minor >= sinceMinor;
}

/** The version of a package that this one loads; undefined if it is not installed, or hides its version. */
export function installedVersion(name: string): string | undefined {
  try {
    const { version }: { version: string } = createRequire(import.meta.url)(`${name}/package.json`);
    return version;
  } catch {
    // It is not there, or hides its version; loading it says which.
    return undefined;
  }
}

/**
 * Loads a part that needs optional peer packages.
 *
 * @throws {ControlApiError} with the exact install command if one of `packages` is not installed, or not in a supported version.
 */
export async function loadPeer<Part>(
  what: string,
  packages: readonly string[],
  load: () => Promise<Part>,
): Promise<Part> {
  assertVersions(what, packages);
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, packages)) throw error;
    throw new ControlApiError(
      'configuration',
      `${what} needs packages that are not installed: run \`${installCommand(packages)}\`.`,
    );
  }
}

/** Node names the missing package in quotes, Yarn at the end; only the given packages count, not their dependencies. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return false;
  const { message } = error;
  return packages.some((name) => message.includes(`'${name}'`) || message.includes(`Required package: ${name}`));
}
