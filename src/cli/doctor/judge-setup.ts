import { isSupported, withMajor } from '../../graphql/files/load-peer.ts';
import { keyNames, shownSetting } from '../line/settings.ts';
import { caution, type Diagnosis, failed, fine } from './diagnosis.ts';

const leastNode = [20, 19] as const;

/** Whether this version of Node is supported. */
export function judgeNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  return isEnough
    ? fine(version)
    : failed(`Node ${version} is too old.`, `Install Node ${leastNode.join('.')} or later.`);
}

/** The packages of a project. */
export interface PackageFacts {
  /** The version of this command. */
  readonly own: string;
  /** Whether the folder has a package.json. */
  readonly isProject: boolean;
  /** Whether the project generates code. */
  readonly generates: boolean;
  /** The version of each package that is installed in the project, by its name. */
  readonly installed: ReadonlyMap<string, string>;
}

/** Whether the packages of a project fit this command. */
export function judgePackages({ own, isProject, generates, installed }: PackageFacts): Diagnosis {
  const wrong = [...installed].filter(([name, version]) => !isSupported(name, version));
  const install = (names: readonly string[]): string =>
    `Run: npm install --save-dev ${names.map((name) => withMajor(name)).join(' ')}`;
  if (wrong.length > 0) {
    const named = wrong.map(([name, version]) => `${name} ${version}`).join(', ');
    return failed(`Unsupported versions: ${named}.`, install(wrong.map(([name]) => name)));
  }
  const used = installed.get('control-api-sdk');
  if (used !== undefined && used !== own)
    return caution(
      `This command is version ${own}, but the project uses control-api-sdk ${used}.`,
      'Run the command of the project: npx control-api-sdk doctor',
    );
  const needed = ['graphql', ...(generates ? ['@graphql-codegen/cli'] : [])];
  const missing = isProject ? needed.filter((name) => !installed.has(name)) : [];
  if (missing.length > 0) return caution(`Not installed in this project: ${missing.join(', ')}.`, install(missing));
  const shown = [...new Map([['control-api-sdk', own], ...installed])];
  return fine(shown.map(([name, version]) => `${name} ${version}`).join(', '));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Which settings there are, and where each comes from. */
export function judgeSettings(sources: ReadonlyMap<string, string>, env: Environment): Diagnosis {
  if (!env['CONTROL_API_URL']?.trim())
    return failed(
      'CONTROL_API_URL is not set.',
      'Set it to the base URL of the service, in the environment or in .env, or pass `--profile`.',
    );
  const shown = [...sources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, source]) => `${name} ${shownSetting(name, env[name])} (from ${source})`);
  if (!sources.has('CONTROL_API_ACCESS')) shown.push('access full (nothing narrows it)');
  const keys = keySettings(env);
  if (keys.length > 1)
    return caution(`${shown.join(', ')}. Only ${keys[0]} is used.`, `Unset ${keys.slice(1).join(' and ')}.`);
  return fine(shown.join(', '));
}

/** The key, as far as it may be shown. */
export interface KeyFacts {
  /** How it is given, such as `CONTROL_API_KEY`; undefined if there is none. */
  readonly setting: string | undefined;
  readonly source: string;
  readonly length: number;
  /** The SHA-256 of the key, in hex. */
  readonly hash: string;
}

/** In which ways a key is given, as the client has it: the first wins, even if it is blank. */
export function keySettings(env: Environment): readonly string[] {
  return keyNames.filter((name) => (name === 'CONTROL_API_KEY' ? env[name] !== undefined : env[name]));
}

/** Whether there is a key, described so that two people can compare theirs without showing them. */
export function judgeKey({ setting, source, length, hash }: KeyFacts): Diagnosis {
  if (setting === undefined)
    return caution(
      'There is no key. Reading the schema, generating and checking for drift need none; all else does.',
      'Make one in the web UI (team settings, Create API Key), and set CONTROL_API_KEY, in the environment or in .env.',
    );
  return fine(`${setting} (from ${source}), ${length} characters, SHA-256 begins with ${hash.slice(0, 4)}`);
}

/** Whether a proxy that the environment names is used. Its address is shown without its credentials. */
export function judgeProxy(env: Environment, isTaken: boolean): Diagnosis {
  const name = ['https_proxy', 'HTTPS_PROXY'].find((it) => env[it]);
  const value = env[name ?? ''] ?? '';
  if (name === undefined) return fine('none is set');
  if (!isTaken)
    return caution(
      `${name} is set, but Node ignores it.`,
      'If the service is only reachable through the proxy, set NODE_USE_ENV_PROXY=1, on Node 22.21, 24.5 or later; otherwise there is nothing to do.',
    );
  if (!URL.canParse(value)) return failed(`${name} is not a URL.`, `Set ${name} to a URL such as http://proxy:8080.`);
  return fine(`${name}: ${new URL(value).host}, except for the hosts of NO_PROXY`);
}
