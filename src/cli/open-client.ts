import type { ControlClient, ControlClientOptions } from '../index.ts';
import { usageError } from './exit.ts';
import type { CliIo } from './io.ts';
import { keyNames, requireKey } from './settings.ts';

/**
 * Makes a client for the base URL and the key of the settings.
 *
 * @throws {ExitError} with code 2 if the folder alone says that the key goes there.
 */
export async function openClient(io: CliIo, options: ControlClientOptions = {}): Promise<ControlClient> {
  const { createControlClient } = await import('../index.ts');
  if (options.apiKey === undefined && options.fetch === undefined) allowKey(io);
  return withKeys(io, () => createControlClient(options));
}

/** A base URL that is nobody's, to read a key where none is valid. It is never asked. */
const noService = 'https://localhost';

/**
 * The key as the client would send it: read, and checked, by the client itself. Nothing leaves this process.
 *
 * @throws {ControlApiError} if it is missing or malformed.
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

/** Calls a function that makes a client: only until it returns, the process has the settings that give the key. */
export function withKeys<Result>({ keys }: Pick<CliIo, 'keys'>, make: () => Result): Result {
  Object.assign(process.env, keys);
  try {
    return make();
  } finally {
    for (const name of Object.keys(keys)) delete process.env[name];
  }
}

/**
 * Sees to it that there is a key, and that it may go to the base URL.
 *
 * @throws {ExitError} with code 2 if not.
 */
export function needKey(io: CliIo): void {
  requireKey(io);
  allowKey(io);
}

/**
 * Lets the key go to the base URL, unless that is the folder's choice alone: then the key must be of the same file.
 *
 * @throws {ExitError} with code 2 if not.
 */
export function allowKey(io: CliIo): void {
  const { byName, file, isFileNamed } = io.settings;
  const [name] = keyNames.filter((it) => io.keys[it]);
  const from = byName.get('CONTROL_API_URL');
  if (name === undefined || isFileNamed || from !== file) return;
  const keyFrom = byName.get(name);
  if (keyFrom === file) return;
  throw usageError(
    `The base URL is from ${from}, and ${name} from ${keyFrom}: a folder must not decide where your key goes. Nothing was sent. If you trust ${file}, name it (\`--settings ${file}\`), or set CONTROL_API_URL in the environment.`,
  );
}
