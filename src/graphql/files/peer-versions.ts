/**
 * The packages that the tools take from the project they work on, with the supported versions from the oldest: each major from the
 * minor that is named. They are no `peerDependencies`: package managers keep optional peers of a dependency in a production install,
 * and all that these need. A project that uses the client alone may have any other version.
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
