import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join, resolve } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import { configFileIn } from '../../codegen/config-file.ts';
import { codegenPackages, isSupported, withMajor } from '../../graphql/files/load-peer.ts';
import { exitCodes, todos } from '../exit.ts';
import { type GitOptions, isInRepository, runGit } from '../git.ts';
import { keyNames, shownSetting } from '../settings.ts';
import { caution, type Diagnosis, failed, fine, skipped } from './examine.ts';

const leastNode = [20, 19] as const;

/** Whether this version of Node is supported. */
export function judgeNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  return isEnough
    ? fine(version)
    : failed(`Node ${version} is too old.`, `Install Node ${leastNode.join('.')} or later.`);
}

/** Whether the packages that are installed for a folder fit this command. */
export function judgePackages(cwd: string): Diagnosis {
  const names = ['control-api-sdk', ...codegenPackages];
  const installed = new Map(
    names.map((name) => [name, installedVersion(name, cwd)] as const).filter((it): it is [string, string] => !!it[1]),
  );
  const wrong = [...installed].filter(([name, version]) => !isSupported(name, version));
  const install = (names: readonly string[]): string =>
    `Run: npm install --save-dev ${names.map((name) => withMajor(name)).join(' ')}`;
  if (wrong.length > 0) {
    const named = wrong.map(([name, version]) => `${name} ${version}`).join(', ');
    return failed(`Unsupported versions: ${named}.`, install(wrong.map(([name]) => name)));
  }
  const used = installed.get('control-api-sdk');
  if (used !== undefined && used !== VERSION)
    return caution(
      `This command is version ${VERSION}, but the project uses control-api-sdk ${used}.`,
      'Run the command of the project: npx control-api-sdk doctor',
    );
  const needed = ['graphql', ...(configFileIn(cwd) === undefined ? [] : ['@graphql-codegen/cli'])];
  const missing = existsSync(resolve(cwd, 'package.json')) ? needed.filter((name) => !installed.has(name)) : [];
  if (missing.length > 0) return caution(`Not installed in this project: ${missing.join(', ')}.`, install(missing));
  const shown = [...new Map([['control-api-sdk', VERSION], ...installed])];
  return fine(shown.map(([name, version]) => `${name} ${version}`).join(', '));
}

/** The version of a package, as Node looks for it: upwards. */
function installedVersion(name: string, cwd: string): string | undefined {
  const file = up(join('node_modules', name, 'package.json'), { cwd });
  const manifest: unknown = file && JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Which settings there are, and where each comes from. */
export function judgeSettings(sources: ReadonlyMap<string, string>, env: Environment): Diagnosis {
  if (!env['CONTROL_API_URL']?.trim()) return failed('CONTROL_API_URL is not set.', todos.no_base_url);
  const shown = [...sources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, source]) => `${name} ${shownSetting(name, env[name])} (from ${source})`);
  if (!sources.has('CONTROL_API_ACCESS')) shown.push('access full (nothing narrows it)');
  const keys = keySettings(env);
  if (keys.length > 1)
    return caution(`${shown.join(', ')}. Only ${keys[0]} is used.`, `Unset ${keys.slice(1).join(' and ')}.`);
  return fine(shown.join(', '));
}

/** In which ways a key is given, as the client has it: the first wins, even if it is blank. */
export function keySettings(env: Environment): readonly string[] {
  return keyNames.filter((name) => (name === 'CONTROL_API_KEY' ? env[name] !== undefined : env[name]));
}

/**
 * Whether there is a key, described so that two people can compare theirs without showing them.
 *
 * @param source - The setting that gives it, and where that is from.
 */
export function judgeKey(key: string | undefined, source: string): Diagnosis {
  if (key === undefined)
    return caution(
      'There is no key. Reading the schema, generating and checking for drift need none; all else does.',
      'Make one in the web UI (team settings, Create API Key), and set CONTROL_API_KEY, in the environment or in .env.',
    );
  const hash = createHash('sha256').update(key).digest('hex');
  return fine(`${source}, ${key.length} characters, SHA-256 begins with ${hash.slice(0, 4)}`);
}

/** Whether a proxy that the environment names is used. Its address is shown without its credentials. */
export function judgeProxy(env: Environment, agent: object = http.globalAgent): Diagnosis {
  const name = ['https_proxy', 'HTTPS_PROXY'].find((it) => env[it]);
  const value = env[name ?? ''] ?? '';
  if (name === undefined) return fine('none is set');
  const options: unknown = 'options' in agent ? agent.options : undefined;
  if (!isRecord(options) || options['proxyEnv'] === undefined)
    return caution(
      `${name} is set, but Node ignores it.`,
      'If the service is only reachable through the proxy, set NODE_USE_ENV_PROXY=1, on Node 22.21, 24.5 or later; otherwise there is nothing to do.',
    );
  if (!URL.canParse(value)) return failed(`${name} is not a URL.`, `Set ${name} to a URL such as http://proxy:8080.`);
  return fine(`${name}: ${new URL(value).host}, except for the hosts of NO_PROXY`);
}

/** Whether git ignores the file with the settings. */
export async function judgeIgnored(file: string, options: GitOptions): Promise<Diagnosis> {
  if (!(await isInRepository(options))) return skipped('Not checked: git does not manage this folder.');
  const [ignored, tracked] = await Promise.all([
    runGit(options, 'check-ignore', '--quiet', '--no-index', '--', file),
    runGit(options, 'ls-files', '--error-unmatch', '--', file),
  ]);
  if (tracked.code === 0)
    return failed(
      `git has ${file}, so whoever has the repository has what is in it.`,
      `Run: git rm --cached ${file}; add it to .gitignore. If a key was in it, make a new one and have support revoke the old one.`,
      exitCodes.no,
    );
  // 128: the file is outside the repository, so git never adds it.
  if (ignored.code === 0 || ignored.code === 128) return fine(`git ignores ${file}`);
  const fix = `Add the line ${file} to .gitignore.`;
  return existsSync(resolve(options.cwd, file))
    ? failed(`git does not ignore ${file}, so the next commit may contain it.`, fix, exitCodes.no)
    : caution(`git does not ignore ${file}, which is not there yet.`, fix);
}
