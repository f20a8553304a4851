import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isRecord } from '../../base/is-record.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { nearest } from '../near.ts';
import { orList } from './option.ts';

/** Where settings may come from, besides the environment. */
export interface SettingsOptions {
  readonly profile: string | undefined;
  readonly envFile: string | undefined;
}

/** Where the settings of a command come from. */
export interface SettingSources {
  /** The source of each `CONTROL_API_*` that is set, in words, by its name. */
  readonly byName: ReadonlyMap<string, string>;
  /** The file that was looked at for settings: `.env`, or the one that `--env-file` names. */
  readonly file: string;
}

/** The file with the profiles of a project. */
const profilesFile = 'control-api.json';

const prefix = 'CONTROL_API_';
const keyNames = /^CONTROL_API_KEY/;
const urlName = 'CONTROL_API_URL';

/**
 * Adds the settings of files to the environment: `CONTROL_API_*` of `.env`, or of the file that is named, where the
 * environment does not have them; and the base URL of a profile, which wins, as it is named on the command line. A key in a
 * file is ignored if the environment gives a key in any way.
 *
 * @throws {ExitError} with code 2 if a file or a profile is missing or invalid.
 */
export async function addSettings({ profile, envFile }: SettingsOptions, io: CliIo): Promise<SettingSources> {
  const { env } = io;
  const sources = new Map(
    Object.keys(env)
      .filter((name) => name.startsWith(prefix) && env[name] !== undefined)
      .map((name) => [name, 'the environment']),
  );
  const hasKey = [...sources.keys()].some((name) => keyNames.test(name));
  const file = envFile ?? '.env';
  for (const [name, value] of Object.entries(await readEnvFile(file, envFile !== undefined, io))) {
    // An empty line of a copied `.env.example` sets nothing.
    if (!name.startsWith(prefix) || value === undefined || value === '') continue;
    if (sources.has(name) || (hasKey && keyNames.test(name))) continue;
    // Whoever enters a folder has not asked for its commands to be run.
    if (name === 'CONTROL_API_KEY_COMMAND' && envFile === undefined)
      throw usageError(
        `${file} sets ${name}, a command to run: set it in the environment, or name the file: --env-file ${file}`,
      );
    env[name] = value;
    sources.set(name, file);
  }
  if (profile !== undefined) {
    env[urlName] = await baseUrlOf(profile, io);
    sources.set(urlName, `the profile ${profile} in ${profilesFile}`);
  }
  for (const [name, source] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1)))
    io.verbose(`${name} is ${shownSetting(name, env[name])} (from ${source}).`);
  if (!sources.has(urlName)) io.verbose(`${urlName} is not set.`);
  return { byName: sources, file };
}

/** Whether the environment gives a key, in any way. */
export function hasKey({ env }: Pick<CliIo, 'env'>): boolean {
  return ['', '_FILE', '_COMMAND'].some((way) => env[`CONTROL_API_KEY${way}`]);
}

/**
 * Finds out before anything is sent that there is no key: the client asks for it when it needs it first.
 *
 * @throws {ExitError} with code 2.
 */
export function requireKey(io: Pick<CliIo, 'env'>): void {
  // Without a base URL, the client reports that.
  if (hasKey(io) || !io.env[urlName]) return;
  throw new ExitError(
    exitCodes.usage,
    'There is no API key: set CONTROL_API_KEY, CONTROL_API_KEY_FILE or CONTROL_API_KEY_COMMAND, in the environment or in .env. Keys are made in the web UI: team settings, Create API Key.',
    'configuration',
  );
}

/** The value of a setting as it may be shown: only a base URL is, and only what cannot be a secret of it. */
export function shownSetting(name: string, value: string | undefined): string {
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
    return parseEnv(await readFile(resolve(io.cwd, file), 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is invalid';
    if (!isNamed && (code === 'ENOENT' || code === 'EISDIR')) return {};
    throw usageError(`The file ${file} cannot be read (${code}): check its path and permissions.`);
  }
}

async function baseUrlOf(profile: string, io: CliIo): Promise<string> {
  const profiles = await readProfiles(io);
  if (profiles === undefined)
    throw usageError(
      `The profile “${profile}” needs a file ${profilesFile}, such as { "profiles": { "${profile}": "https://…" } }.`,
    );
  const url = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (url !== undefined) return url;
  const names = Object.keys(profiles);
  const near = nearest(profile, names);
  const advice = near === undefined ? `It has ${orList(names) || 'none'}.` : `Did you mean \`${near}\`?`;
  throw usageError(`${profilesFile} has no profile “${profile}”. ${advice}`);
}

/**
 * The profiles of the project: base URLs by name; undefined if it has none.
 *
 * @throws {ExitError} with code 2 if the file holds anything else: a key does not belong in it.
 */
export async function readProfiles(io: CliIo): Promise<Readonly<Record<string, string>> | undefined> {
  const text = await readIfPresent(profilesFile, io);
  if (text === undefined) return undefined;
  const wrong = (why: string): ExitError =>
    usageError(`${profilesFile} ${why}: write { "profiles": { "staging": "https://staging.example.com" } }.`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw wrong('is invalid JSON');
  }
  const profiles = isRecord(content) ? content['profiles'] : undefined;
  if (!isRecord(content) || !isRecord(profiles)) throw wrong('has no `profiles`');
  // The values are not shown: whoever writes a key here must not find it in a log.
  const others = Object.keys(content).filter((name) => name !== 'profiles' && name !== '$schema');
  if (others.length > 0) throw wrong(`holds \`${others[0]}\`, but only base URLs belong in it, never a key`);
  for (const [name, url] of Object.entries(profiles))
    if (typeof url !== 'string' || !/^https?:\/\//.test(url))
      throw wrong(`gives the profile “${name}” something else than a base URL`);
  return profiles as Readonly<Record<string, string>>;
}
