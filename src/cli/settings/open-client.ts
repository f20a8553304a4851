import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ControlClient, ControlClientOptions } from '../../index.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { keyNames, requireKey } from './settings.ts';

/**
 * Makes a client for the base URL and the key of the settings.
 *
 * @throws {ExitError} with code 2 if the folder alone says that the key goes there.
 */
export async function openClient(io: CliIo, options: ControlClientOptions = {}): Promise<ControlClient> {
  const { createControlClient } = await import('../../index.ts');
  if (options.apiKey === undefined && options.fetch === undefined) await allowKey(io);
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
export async function needKey(io: CliIo): Promise<void> {
  requireKey(io);
  await allowKey(io);
}

/**
 * Lets the key go to the base URL, unless it is the folder's choice alone: then the key must be of the same file, or a person
 * must have agreed.
 *
 * @throws {ExitError} with code 2 if nobody did.
 */
export async function allowKey(io: CliIo): Promise<void> {
  const { byName, file, isFileNamed, profile } = io.settings;
  const [name] = keyNames.filter((it) => io.keys[it]);
  const from = byName.get('CONTROL_API_URL');
  if (name === undefined || from === undefined || isFileNamed) return;
  const keyFrom = byName.get(name);
  if (profile !== undefined) return allowHost(name, from, io);
  if (from !== file || keyFrom === file) return;
  throw refused(
    `The base URL is from ${from}, and ${name} from ${keyFrom}: a folder must not decide where your key goes.`,
    `If you trust ${file}, name it (\`--settings ${file}\`), or set CONTROL_API_URL in the environment.`,
  );
}

/** Allows the host of a profile that was used with this key before, or that a person agrees to. */
async function allowHost(name: (typeof keyNames)[number], from: string, io: CliIo): Promise<void> {
  const baseUrl = String(io.env['CONTROL_API_URL']);
  if (!URL.canParse(baseUrl)) return;
  const url = new URL(baseUrl);
  const { host } = url;
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname) || io.env['CONTROL_API_PROFILE_HOST'] === host)
    return;
  const remembered = join(stateFolder(io), 'control-api-sdk', 'profile-hosts');
  const value = String(io.keys[name]);
  // A key file is known by its path, and a command by its line, so that a new key needs no new answer.
  const identity = name === 'CONTROL_API_KEY_FILE' ? resolve(io.cwd, value) : value;
  const line = `${host} ${createHash('sha256').update(`${host}\n${name}\n${identity}`).digest('hex').slice(0, 16)}`;
  const known = await readFile(remembered, 'utf8').catch(() => '');
  if (known.split('\n').includes(line)) return;
  if (io.ask === undefined)
    throw refused(
      `The base URL is from ${from}, and your key was never used with its host ${host}: a folder must not decide where it goes.`,
      `If you trust the host, set CONTROL_API_PROFILE_HOST=${host}, or run the command once on a terminal.`,
    );
  const answer = await io.ask(`Your key was never used with ${host} (from ${from}). Send it there? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitError(exitCodes.no, 'Nothing was sent.');
  try {
    await mkdir(dirname(remembered), { recursive: true, mode: 0o700 });
    await writeFile(remembered, `${line}\n`, { flag: 'a', mode: 0o600 });
  } catch {
    io.note(`The answer could not be written to ${remembered}, so the question comes again.`);
  }
}

/** The folder for what programs remember of a person's answers: outside of any project. */
function stateFolder({ env }: Pick<CliIo, 'env'>): string {
  const named = env['XDG_STATE_HOME'] || env['LOCALAPPDATA'] || '';
  return isAbsolute(named) ? named : join(env['HOME'] || homedir(), '.local', 'state');
}

function refused(what: string, todo: string): ExitError {
  return usageError(`${what} Nothing was sent. ${todo}`);
}
