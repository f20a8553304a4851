/** A base URL that is nobody's, to read a key where none is valid. It is never asked. */
export const noService = 'http://127.0.0.1';

/**
 * The key as the client would send it: read, and checked, by the client itself. Nothing leaves this process.
 *
 * @throws {ConfigurationError} if it is missing or malformed.
 */
export async function readOwnKey(baseUrl: string = noService): Promise<string> {
  const { createControlClient } = await import('../../index.ts');
  let header: string | null = null;
  await using client = createControlClient({
    baseUrl,
    maxRetries: 0,
    fetch: async (_, init) => {
      header = new Headers(init?.headers).get('authorization');
      return Response.json({ data: { team: null } });
    },
  });
  await client.execute('query ReadKey { team { __typename } }');
  return String(header).replace(/^Bearer /, '');
}
