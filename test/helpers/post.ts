/** The answer of a GraphQL server to one POST. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Sends one operation to an emulator over its socket, without the SDK. The first key of the emulator is the default; null sends none. */
export async function post(
  emulator: { readonly url: string; readonly key: string },
  query: string,
  { key = emulator.key, ...more }: { key?: string | null; variables?: object; operationName?: string | undefined } = {},
): Promise<Answer> {
  const response = await fetch(`${emulator.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ query, ...more }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
