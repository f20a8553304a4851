import type { ControlClient, ControlClientOptions } from '../index.ts';
import { usageError } from './exit.ts';
import type { CliIo } from './io.ts';
import { keyNames, requireKey } from './settings.ts';

/** Makes a client with the base URL and the key of the settings. */
export async function openClient(io: CliIo, options: ControlClientOptions = {}): Promise<ControlClient> {
  const { createControlClient } = await import('../index.ts');
  if (options.apiKey === undefined && options.fetch === undefined) allowKey(io);
  return withKeys(io, () => createControlClient(options));
}

/** A placeholder without a valid base URL. Nothing is sent to it. */
const noService = 'https://localhost';

/**
 * The key as the client reads and checks it, from a request that never leaves this process.
 *
 * @throws {ControlApiError} if the key is missing or malformed.
 */
export async function readOwnKey(io: CliIo, baseUrl: string = noService): Promise<string> {
  let header: string | null = null;
  await using client = await openClient(io, {
    // The client refuses plain http through a proxy, which does not matter here.
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

/** Puts the settings that give the key into the environment of the process while a function makes a client. */
export function withKeys<Result>({ keys }: Pick<CliIo, 'keys'>, make: () => Result): Result {
  Object.assign(process.env, keys);
  try {
    return make();
  } finally {
    for (const name of Object.keys(keys)) delete process.env[name];
  }
}

/** Requires a key that may go to the base URL. */
export function needKey(io: CliIo): void {
  requireKey(io);
  allowKey(io);
}

/** Refuses to send a key to a base URL of the folder's `.env`, unless the key is of the same file, or the user named the file. */
function allowKey(io: CliIo): void {
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
