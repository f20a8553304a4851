import { isRecord } from '../../base/is-record.ts';
import { didYouMean, orList } from '../../base/words.ts';
import { type ExitError, usageError } from '../exit.ts';
import { jsonIn, readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';

/** The file with the profiles of a project. */
export const profilesFile = 'control-api.json';

/** A service of a project, by name. */
export interface Profile {
  readonly baseUrl: string;
  /** The operations that its clients may send; undefined narrows nothing. */
  readonly access?: string | undefined;
}

/**
 * The profile of a name.
 *
 * @throws {ExitError} with code 2 if the file or the profile is missing or invalid.
 */
export async function profileCalled(name: string, io: CliIo): Promise<Profile> {
  const profiles = await readProfiles(io);
  if (profiles === undefined)
    throw usageError(
      `The profile “${name}” needs a file ${profilesFile}, such as { "profiles": { "${name}": "https://…" } }.`,
    );
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const names = [...profiles.keys()];
  const advice = didYouMean(name, names, `It has ${orList(names) || 'none'}.`);
  throw usageError(`${profilesFile} has no profile “${name}”. ${advice}`);
}

/**
 * The profiles of the project by name; undefined if it has none.
 *
 * @throws {ExitError} with code 2 if the file holds anything else: a key does not belong in it.
 */
export async function readProfiles(io: CliIo): Promise<ReadonlyMap<string, Profile> | undefined> {
  const text = await readIfPresent(profilesFile, io);
  if (text === undefined) return undefined;
  const wrong = (why: string): ExitError =>
    usageError(`${profilesFile} ${why}: write { "profiles": { "staging": "https://staging.example.com" } }.`);
  const content = jsonIn(text);
  if (content === undefined) throw wrong('is invalid JSON');
  const profiles = isRecord(content) ? content['profiles'] : undefined;
  if (!isRecord(content) || !isRecord(profiles)) throw wrong('has no `profiles`');
  // The values are not shown: whoever writes a key here must not find it in a log.
  const others = Object.keys(content).filter((name) => name !== 'profiles' && name !== '$schema');
  if (others.length > 0) throw wrong(`holds \`${others[0]}\`, but only base URLs belong in it, never a key`);
  return new Map(
    Object.entries(profiles).map(([name, profile]) => {
      // A shell completes names, and would run what it finds in them.
      if (!/^[\w.-]+$/.test(name))
        throw wrong('has a profile with a name that is not of letters, digits, `.`, `_` and `-`');
      const { baseUrl, access, ...more } = isRecord(profile) ? profile : { baseUrl: profile };
      const isAccess = access === undefined || typeof access === 'string';
      if (Object.keys(more).length > 0 || !isAccess || typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl))
        throw wrong(`gives the profile “${name}” something else than a base URL, or \`baseUrl\` and \`access\``);
      return [name, { baseUrl, access }];
    }),
  );
}
