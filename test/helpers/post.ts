/** The answer of a GraphQL server to one POST. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Sends one operation by the fetch of the server, without the SDK. */
export async function post(
  url: string,
  query: string,
  { key, variables, operationName }: { key?: string; variables?: object; operationName?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
