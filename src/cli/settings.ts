import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { ControlClient, ControlClientOptions } from '../index.ts';
import { advice, ExitError, usageError } from './exit.ts';
import { codeOf, unreadable, withoutMark } from './files.ts';
import type { CliIo, SettingSources } from './io.ts';

/** The settings that any file may have. */
const fileNames = ['CONTROL_API_URL', 'CONTROL_API_KEY', 'CONTROL_API_LOG', 'CONTROL_API_ACCESS'];
/** The settings that choose another file to read, so only a named file may have them. */
const namedAlone = ['CONTROL_API_KEY_FILE'];

/** The settings that give a key; the first wins. */
export const keyNames = ['CONTROL_API_KEY', 'CONTROL_API_KEY_FILE'] as const;

const urlName = 'CONTROL_API_URL';
const accessName = 'CONTROL_API_ACCESS';
const environment = 'the environment';

/**
 * Reads the settings of the environment and of `.env`; the environment wins. A named file wins over the environment, as any option
 * does. No source widens the access of another. Only one source gives the key.
 *
 * The settings that give the key move from the environment to `io.keys`, out of reach of the project's code and of child processes.
 * The other settings are added to the environment, where the client reads them.
 */
export async function addSettings(named: string | undefined, io: CliIo): Promise<SettingSources> {
  const { env, keys } = io;
  const sources = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('CONTROL_API_') || value === undefined) continue;
    sources.set(name, environment);
    if (!name.startsWith('CONTROL_API_KEY')) continue;
    keys[name] = value;
    delete env[name];
  }
  const isNamed = named !== undefined;
  const file = named ?? '.env';
  // A copied `.env.example` has empty settings, which set nothing.
  const ofFile = Object.entries(await readEnvFile(file, isNamed, io)).filter(
    ([name, value]) => value && [...fileNames, ...namedAlone].includes(name),
  );
  if (isNamed && ofFile.some(([name]) => isKeyName(name)))
    for (const name of Object.keys(keys)) {
      delete keys[name];
      sources.delete(name);
    }
  const hadKey = Object.keys(keys).length > 0;
  const isNarrowed = (env[accessName] || 'full') !== 'full';
  for (const [name, value] of ofFile) {
    const isKey = isKeyName(name);
    const isDecided = isKey ? hadKey : name === accessName ? isNarrowed : sources.has(name) && !isNamed;
    if (isDecided) continue;
    if (namedAlone.includes(name) && !isNamed)
      throw usageError(
        `${file} sets ${name}, and a folder must not choose what is read: set it in the environment, or name the file: --settings ${file}`,
      );
    (isKey ? keys : env)[name] = value;
    sources.set(name, file);
  }
  for (const [name, source] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1)))
    io.verbose(`${name} is ${shownSetting(name, env[name])} (from ${source}).`);
  if (!sources.has(urlName)) io.verbose(`${urlName} is not set.`);
  return { byName: sources, file, isFileNamed: isNamed };
}

function isKeyName(name: string): boolean {
  return keyNames.some((it) => it === name);
}

export function hasKey({ keys }: Pick<CliIo, 'keys'>): boolean {
  return keyNames.some((name) => keys[name]);
}

/** Requires a key before anything is sent. The client would read the key only for its first call. */
export function requireKey(io: Pick<CliIo, 'env' | 'keys'>): void {
  // The client reports a missing base URL.
  if (hasKey(io) || !io.env[urlName]) return;
  throw new ExitError('configuration', 'There is no API key.', advice.no_key);
}

/** The printable value of a setting: an access, or the parts of a base URL that cannot be secret. */
export function shownSetting(name: string, value: string | undefined): string {
  if (name === accessName) return /^[\w-]{1,20}$/.test(String(value)) ? String(value) : 'set';
  if (name !== urlName) return 'set';
  try {
    const { origin, pathname } = new URL(String(value).trim());
    return origin === 'null' ? 'set' : origin + pathname.replace(/\/$/, '');
  } catch {
    return 'set, but not to a URL';
  }
}

async function readEnvFile(file: string, isNamed: boolean, io: CliIo): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(withoutMark(await readFile(resolve(io.cwd, file), 'utf8')));
  } catch (error) {
    if (!isNamed && ['ENOENT', 'EISDIR'].includes(codeOf(error))) return {};
    throw unreadable(file, error);
  }
}

/** Makes a client with the base URL and the key of the settings. */
export async function openClient(io: CliIo, options: ControlClientOptions = {}): Promise<ControlClient> {
  const { createControlClient } = await import('../index.ts');
  if (options.apiKey === undefined && options.fetch === undefined) allowKey(io);
  return withKeys(io, () => createControlClient(options));
}

/** A placeholder without a valid base URL. Nothing is sent to it. */
const noService = 'https://localhost';

/** The key as the client reads and checks it, from a request that never leaves this process. */
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
