/**
 * The supported versions of the project's packages that the tools load: each major from the named minor. The packages are not
 * `peerDependencies`: package managers keep the optional peers of a dependency in a production install.
 */
export const peerVersions: Readonly<Record<string, readonly string[]>> = {
  '@graphql-codegen/cli': ['7.4'],
  '@graphql-codegen/plugin-helpers': ['7.4'],
  '@graphql-yoga/render-graphiql': ['5.24'],
  graphql: ['16.9', '17.0'],
  msw: ['2.10', '3.0'],
};

/** A package in the form of an install command, in the newest supported version that runs on a version of Node: `graphql@17`. */
export function withMajor(name: string, node: string = process.versions.node): string {
  const versions = peerVersions[name];
  // Where there are two, the newer one needs Node 22.
  const version = versions?.at(Number.parseInt(node, 10) >= 22 ? -1 : 0);
  return version === undefined ? name : `${name}@${Number.parseInt(version, 10)}`;
}
