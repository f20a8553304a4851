import { ConfigurationError } from '../errors.ts';
import { builtin } from '../transport/node-builtin.ts';
import { ApiKey, type ApiKeyOption } from './api-key.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks for the key, or undefined where there is none. What it gives is checked before it can reach a header. */
export type KeySource = () => ApiKey | undefined | Promise<ApiKey>;

/**
 * Where a client's key comes from: the option, else the environment, else a file that the environment names.
 *
 * @throws {ConfigurationError} where there is none, or it has a mistake.
 */
export function readKeySource(option: ApiKeyOption | undefined, env: Environment, loopback: boolean): KeySource {
  if (option === null) return () => undefined;
  if (typeof option === 'function') {
    return async () => new ApiKey(await askedFor(option), 'the apiKey function', loopback);
  }
  const [value, origin] = findKey(option, env);
  if (value === undefined) {
    throw new ConfigurationError(
      'No API key. Pass the apiKey option, or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. ' +
        'Keys are made in the web UI: team settings, Create API Key.',
    );
  }
  const key = new ApiKey(value, origin, loopback);
  return () => key;
}

async function askedFor(option: () => string | Promise<string>): Promise<string> {
  try {
    return await option();
  } catch (cause) {
    throw new ConfigurationError('The apiKey function failed.', { cause });
  }
}

function findKey(option: string | undefined, env: Environment): [value: string | undefined, origin: string] {
  if (option !== undefined) return [option, 'the apiKey option'];
  if (env['CONTROL_API_KEY'] !== undefined) return [env['CONTROL_API_KEY'], 'CONTROL_API_KEY'];
  const file = env['CONTROL_API_KEY_FILE'];
  if (file === undefined || file === '') return [undefined, ''];
  return [readKeyFile(file), 'the file that CONTROL_API_KEY_FILE names'];
}

function readKeyFile(file: string): string {
  const fs = builtin('node:fs');
  if (!fs)
    throw new ConfigurationError('CONTROL_API_KEY_FILE needs Node. Pass the apiKey option or set CONTROL_API_KEY.');
  try {
    // Editors and `echo` end a file with a line break; that is no mistake.
    return fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    // Not as the cause: it names the path, and who mistakes the variable for CONTROL_API_KEY has put the key there.
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigurationError(
      `The file that CONTROL_API_KEY_FILE names could not be read${code}. Check its path and rights; the key itself belongs in CONTROL_API_KEY.`,
    );
  }
}
