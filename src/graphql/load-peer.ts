import { ConfigurationError } from '../index.ts';

/** The supported major versions. The newest major of a package may be another one, as for graphql. */
export const peerMajors: Readonly<Record<string, number>> = {
  '@graphql-codegen/cli': 7,
  '@graphql-codegen/plugin-helpers': 7,
  '@graphql-codegen/typescript-operations': 6,
  '@graphql-yoga/render-graphiql': 5,
  graphql: 16,
  msw: 2,
};

/** The optional peer packages that code generation needs. */
export const codegenPackages = ['graphql', '@graphql-codegen/cli', '@graphql-codegen/typescript-operations'] as const;

/** A package in the form of an install command: `graphql@16`. */
export function withMajor(name: string): string {
  return name in peerMajors ? `${name}@${peerMajors[name]}` : name;
}

/**
 * Loads a part that needs optional peer packages.
 *
 * @param what - The subject of the error message.
 * @param packages - The packages that the part needs.
 * @param load - Imports the part.
 * @throws {ConfigurationError} with the exact install command if one of `packages` is not installed.
 */
export async function loadPeer<Part>(
  what: string,
  packages: readonly string[],
  load: () => Promise<Part>,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, packages)) throw error;
    throw new ConfigurationError(
      `${what} needs packages that are not installed: run \`npm install --save-dev ${packages.map(withMajor).join(' ')}\`.`,
    );
  }
}

/** Both module systems name the missing package in quotes; only the given packages count, not their dependencies. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return false;
  return packages.some((name) => error.message.includes(`'${name}'`));
}
