import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join, resolve } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import { configFileIn } from '../../codegen/config-file.ts';
import { installCommand, projectCommand } from '../../graphql/files/commands.ts';
import { assertVersions, codegenPackages } from '../../graphql/files/load-peer.ts';
import { advice, exitCodes } from '../exit.ts';
import { type GitOptions, runGit } from '../git.ts';
import { keyNames, shownSetting } from '../settings.ts';

/** The result of a check. */
export interface Diagnosis {
  /** `skipped`: not checked, so nothing is known. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
  readonly fix?: string;
  readonly serverMessage?: string | undefined;
  /** The exit code of the command, if this is the first check that failed. */
  readonly exitCode?: number;
}

export const ok = (text: string): Diagnosis => ({ state: 'ok', text });
export const warning = (text: string, fix: string): Diagnosis => ({ state: 'warning', text, fix });
export const skipped = (text: string): Diagnosis => ({ state: 'skipped', text });
const failed = (text: string, fix: string, exitCode: number = exitCodes.usage): Diagnosis => {
  return { state: 'failed', text, fix, exitCode };
};

type Environment = Readonly<Record<string, string | undefined>>;

export function judgeNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough ? ok(version) : failed(`Node ${version} is too old.`, 'Install Node 20.19 or later.');
}

export function judgePackages(cwd: string): Diagnosis {
  const versionOf = (name: string): string | undefined => {
    const file = up(join('node_modules', name, 'package.json'), { cwd });
    const manifest: unknown = file && JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(manifest) ? String(manifest['version']) : undefined;
  };
  assertVersions('control-api-sdk', codegenPackages, versionOf);
  const own = versionOf('control-api-sdk') ?? VERSION;
  const differs = `This command is version ${VERSION}, but the project uses control-api-sdk ${own}.`;
  if (own !== VERSION) return warning(differs, `Run the command of the project: ${projectCommand(cwd)} doctor`);
  const needed = codegenPackages.slice(0, configFileIn(cwd) === undefined ? 1 : 2).filter((name) => !versionOf(name));
  const install = `Run: ${installCommand(needed, cwd)}`;
  if (needed.length > 0 && existsSync(resolve(cwd, 'package.json')))
    return warning(`Not installed in this project: ${needed.join(', ')}.`, install);
  const installed = codegenPackages.filter(versionOf).map((name) => `, ${name} ${versionOf(name)}`);
  return ok(`control-api-sdk ${VERSION}${installed.join('')}`);
}

export function judgeSettings(sources: ReadonlyMap<string, string>, env: Environment): Diagnosis {
  if (!env['CONTROL_API_URL']?.trim()) return failed('CONTROL_API_URL is not set.', advice.no_base_url);
  const named = [...sources].map(([name, source]) => `${name} ${shownSetting(name, env[name])} (from ${source})`);
  const shown = named.sort().join(', ');
  const access = sources.has('CONTROL_API_ACCESS') ? '' : ', access full (nothing narrows it)';
  const [first, ...others] = keySettings(env);
  return others.length === 0
    ? ok(shown + access)
    : warning(`${shown}${access}. Only ${first} is used.`, `Unset ${others.join(' and ')}.`);
}

/** The settings that give a key, in the order of the client: the first wins, even if it is blank. */
export function keySettings(env: Environment): readonly string[] {
  return keyNames.filter((name) => (name === 'CONTROL_API_KEY' ? env[name] !== undefined : env[name]));
}

/** Describes a key so that two people can compare their keys without showing them. */
export function judgeKey(key: string | undefined, source: string): Diagnosis {
  if (key === undefined)
    return warning(
      'There is no key. Reading the schema, generating and checking for drift need none; all else does.',
      'Make one in the web UI (team settings, Create API Key), and set CONTROL_API_KEY, in the environment or in .env.',
    );
  const hash = createHash('sha256').update(key).digest('hex');
  return ok(`${source}, ${key.length} characters, SHA-256 begins with ${hash.slice(0, 4)}`);
}

/** Judges the proxy of the environment, whose credentials are not shown. */
export function judgeProxy(env: Environment, agent: object = http.globalAgent): Diagnosis {
  const name = ['https_proxy', 'HTTPS_PROXY'].find((it) => env[it]);
  if (name === undefined) return ok('none is set');
  const options: unknown = 'options' in agent ? agent.options : undefined;
  if (!isRecord(options) || options['proxyEnv'] === undefined)
    return warning(
      `${name} is set, but Node ignores it.`,
      'If the service is only reachable through the proxy, set NODE_USE_ENV_PROXY=1, on Node 22.21, 24.5 or later; otherwise there is nothing to do.',
    );
  const value = env[name] ?? '';
  return URL.canParse(value)
    ? ok(`${name}: ${new URL(value).host}, except for the hosts of NO_PROXY`)
    : failed(`${name} is not a URL.`, `Set ${name} to a URL such as http://proxy:8080.`);
}

export async function judgeIgnored(file: string, options: GitOptions): Promise<Diagnosis> {
  // git never ignores a tracked file.
  const { code } = await runGit(options, 'check-ignore', '--quiet', '--', file).catch(() => ({ code: null }));
  if (code === 0) return ok(`git ignores ${file}`);
  if (code !== 1) return skipped(`Not checked: git does not manage ${file}.`);
  if (!existsSync(resolve(options.cwd, file)))
    return warning(`git does not ignore ${file}, which is not there yet.`, `Add the line ${file} to .gitignore.`);
  return failed(
    `git does not ignore ${file}: a commit has it, or the next one may.`,
    `Add it to .gitignore, and run: git rm --cached ${file}. If a commit has a key, make a new one and have support revoke the old one.`,
    exitCodes.no,
  );
}
