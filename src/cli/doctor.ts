import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join, resolve } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../base/is-record.ts';
import { VERSION } from '../base/version.ts';
import { configFileIn } from '../codegen/project-config.ts';
import { installCommand, projectCommand } from '../graphql/files/commands.ts';
import { assertVersions, codegenPackages } from '../graphql/files/load-peer.ts';
import { CheckIntrospection, createControlClient, isControlApiError } from '../index.ts';
import { checkTimeoutMs as timeoutMs } from './defaults.ts';
import { advice, exitCodes } from './exit.ts';
import { type GitOptions, runGit } from './git.ts';
import type { CliIo } from './io.ts';
import { problemOf } from './problem.ts';
import { readSchema } from './read-schema.ts';
import { keyNames, openClient, readOwnKey, shownSetting } from './settings.ts';

/** A check. An error that it throws is its failure. */
export interface Check {
  /** The stable id. */
  readonly id: string;
  readonly title: string;
  /** The ids of earlier checks that this one depends on. */
  readonly needs: readonly string[];
  look(): Diagnosis | Promise<Diagnosis>;
}

/** Runs the checks in their order. Returns the exit code of the first failed check. */
export async function examine(
  checks: readonly Check[],
  found: (diagnosis: Diagnosis & Pick<Check, 'id' | 'title'>) => void,
): Promise<number> {
  // Failed and skipped checks, each with the title of the first cause.
  const unknown = new Map<string, string>();
  let exitCode: number | undefined;
  for (const { id, title, needs, look } of checks) {
    const root = needs.flatMap((need) => unknown.get(need) ?? [])[0];
    const diagnosis = root ? skipped(`Not checked: it depends on “${root}”.`) : await settled(look);
    if (diagnosis.state === 'failed') exitCode ??= diagnosis.exitCode;
    if (diagnosis.state === 'failed' || diagnosis.state === 'skipped') unknown.set(id, root ?? title);
    found({ id, title, ...diagnosis });
  }
  return exitCode ?? exitCodes.ok;
}

async function settled(look: Check['look']): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    const { message, hint, serverMessage, exitCode } = problemOf(error);
    return { ...failed(message, hint, exitCode), serverMessage };
  }
}

/** The checks of `doctor`, in their order. Later checks use the results of earlier ones. */
export function doctorChecks(io: CliIo): readonly Check[] {
  const { env, settings } = io;
  const baseUrl = env['CONTROL_API_URL']?.trim() ?? '';
  let validUrl: string | undefined;
  let key: string | undefined;
  const check = (id: string, title: string, needs: readonly string[], look: Check['look']): Check => {
    return { id, title, needs, look };
  };
  return [
    check('node', 'Node', [], () => judgeNode(process.version)),
    check('packages', 'Packages', [], () => judgePackages(io.cwd)),
    check('settings', 'Settings', [], () => judgeSettings(settings.byName, { ...env, ...io.keys })),
    check('base-url', 'Base URL', ['settings'], async () => {
      // The client validates the base URL.
      await createControlClient({ apiKey: null }).close();
      validUrl = baseUrl;
      const { origin, pathname } = new URL(baseUrl);
      return ok(origin + pathname.replace(/\/+$/, ''));
    }),
    check('key', 'Key', [], async () => {
      const [setting] = keySettings(io.keys);
      if (setting !== undefined) key = await readOwnKey(io, validUrl);
      return judgeKey(key, `${setting} (from ${settings.byName.get(setting ?? '')})`);
    }),
    check('proxy', 'Proxy', ['base-url'], () => judgeProxy(env)),
    check('service', 'Service', ['base-url', 'proxy'], () => judgeAnswer(io)),
    check('introspection', 'Introspection', ['service'], async () => {
      const start = io.now();
      const live = await readSchema({ from: 'service', baseUrl }, io, { timeoutMs, maxRetries: 0 });
      const types = Object.keys(live.getTypeMap()).filter((name) => !name.startsWith('__')).length;
      return ok(`${types} types, no key needed, ${Math.round(io.now() - start)} ms`);
    }),
    check('key-accepted', 'Key accepted', ['key', 'service'], () =>
      key === undefined ? skipped('Not checked: there is no key.') : judgeAccepted(io),
    ),
    check('env-ignored', `${settings.file} ignored`, [], () => judgeIgnored(settings.file, io)),
  ];
}

/** The codes of errors that only a reached service, or its gateway, answers with. */
const reached = new Set(['unauthenticated', 'forbidden', 'graphql', 'rate_limited']);

async function judgeAnswer(io: CliIo): Promise<Diagnosis> {
  await using client = createControlClient({ apiKey: null, timeoutMs, maxRetries: 0 });
  const start = io.now();
  await client.request(CheckIntrospection, {}, { signal: io.signal }).catch((error: unknown) => {
    if (!isControlApiError(error) || !reached.has(error.code)) throw error;
  });
  return ok(`answered in ${Math.round(io.now() - start)} ms`);
}

async function judgeAccepted(io: CliIo): Promise<Diagnosis> {
  await using client = await openClient(io, { access: 'read-only', timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request('query TryKey { team { __typename } }', {}, { signal: io.signal });
  } catch (error) {
    if (isControlApiError(error, 'rate_limited'))
      return warning('The service asks to slow down, so the key could not be tried.', advice.rate_limited);
    // The service refused the document, for example because `team` needs an argument. A refused key has another code.
    if (!isControlApiError(error, 'graphql') || error.outcome !== 'rejected') throw error;
    const text = 'Not known: the service refuses the question itself, which says nothing of the key.';
    return { ...skipped(text), serverMessage: error.serverMessage };
  }
  return ok(`the service accepts it, ${Math.round(io.now() - start)} ms`);
}

/** The result of a check. */
export type Diagnosis = Passed | Failed;

interface Told {
  readonly text: string;
  readonly fix: string | null;
  readonly serverMessage?: string | undefined;
}

interface Passed extends Told {
  /** `skipped`: not checked, so nothing is known. */
  readonly state: 'ok' | 'warning' | 'skipped';
}

interface Failed extends Told {
  readonly state: 'failed';
  /** The exit code of the command, if this is the first check that failed. */
  readonly exitCode: number;
}

export const ok = (text: string): Passed => ({ state: 'ok', text, fix: null });
export const warning = (text: string, fix: string): Passed => ({ state: 'warning', text, fix });
export const skipped = (text: string): Passed => ({ state: 'skipped', text, fix: null });
export const failed = (text: string, fix: string | null, exitCode: number = exitCodes.usage): Failed => {
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
      'There is no key. Only `devices`, `list` and `request` need one.',
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
