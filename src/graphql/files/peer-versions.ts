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
