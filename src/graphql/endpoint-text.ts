/** The GraphQL endpoint of a base URL that the client accepts: one text for every way to write the base URL. */
export function endpointText(baseUrl: string | URL): string {
  const { origin, pathname } = new URL(String(baseUrl).trim());
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
}
