import { createRequire } from 'node:module';
import { ControlApiError } from '../../index.ts';
import { installCommand } from './commands.ts';
import { peerVersions } from './package-manager.ts';

export const codegenPackages = ['graphql', '@graphql-codegen/cli'] as const;

/** @throws {ControlApiError} with the install command if the installed version of a package is not supported. */
export function assertVersions(
  what: string,
  packages: readonly string[],
  versionOf: (name: string) => string | undefined = installedVersion,
): void {
  for (const name of packages) {
    const installed = versionOf(name);
    const versions = peerVersions[name];
    if (installed === undefined || !versions || versions.some((version) => isSince(version, installed))) continue;
    throw new ControlApiError(
      'configuration',
      `${what} needs ${name} ${versions.map((version) => `^${version}`).join(' or ')}, but ${installed} is installed: run \`${installCommand([name])}\`.`,
    );
  }
}

function isSince(since: string, version: string): boolean {
  const [major, minor = 0] = version.split('.').map(Number);
  const [sinceMajor, sinceMinor = 0] = since.split('.').map(Number);
  return major === sinceMajor && minor >= sinceMinor;
}

export function installedVersion(name: string): string | undefined {
  try {
    const { version }: { version: string } = createRequire(import.meta.url)(`${name}/package.json`);
    return version;
  } catch {
    // The package is missing or hides its version. Loading it shows which.
    return undefined;
  }
}

/** @throws {ControlApiError} with the install command if a package is missing or its version is not supported. */
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

/** Whether one of the packages is missing, not one of their dependencies. Node quotes the name; Yarn ends the message with it. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return false;
  const { message } = error;
  return packages.some((name) => message.includes(`'${name}'`) || message.includes(`Required package: ${name}`));
}
