import type { CliIo } from '../io.ts';
import { openClient } from '../line/open-client.ts';

/** A base URL that is nobody's, to read a key where none is valid. It is never asked. */
export const noService = 'https://localhost';

/**
 * The key as the client would send it: read, and checked, by the client itself. Nothing leaves this process.
 *
 * @throws {ConfigurationError} if it is missing or malformed.
 */
export async function readOwnKey(io: CliIo, baseUrl: string = noService): Promise<string> {
  let header: string | null = null;
  await using client = await openClient(io, {
    // Plain http through a proxy is refused, and here nothing is sent.
    baseUrl: baseUrl.replace(/^http:/i, 'https:'),
    maxRetries: 0,
    fetch: async (_, init) => {
      header = new Headers(init?.headers).get('authorization');
      return Response.json({ data: { team: null } });
    },
  });
  await client.execute('query ReadKey { team { __typename } }');
  return String(header).replace(/^Bearer /, '');
}
