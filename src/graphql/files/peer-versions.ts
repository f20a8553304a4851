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
