import { ConfigurationError } from '../errors.ts';
import { builtin } from '../transport/node-builtin.ts';
import { ApiKey, type ApiKeyOption } from './api-key.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks for the key, or undefined where there is none. What it gives is checked before it can reach a header. Given a key that
 * the service refused, it looks whether that has been replaced.
 */
export type KeySource = (refused?: ApiKey) => ApiKey | undefined | Promise<ApiKey>;

/**
 * Where a client's key comes from: the option, else the environment, else a file that the environment names.
 *
 * @throws {ConfigurationError} where there is none, or it has a mistake.
 */
export function readKeySource(option: ApiKeyOption | undefined, env: Environment, loopback: boolean): KeySource {
  if (option === null) return () => undefined;
  if (typeof option === 'function') {
    return async () => new ApiKey(await askedFor(option), 'the `apiKey` function', loopback);
  }
  if (option !== undefined) return fixed(new ApiKey(option, 'the `apiKey` option', loopback));
  const value = env['CONTROL_API_KEY'];
  if (value !== undefined) return fixed(new ApiKey(value, 'CONTROL_API_KEY', loopback));
  const file = env['CONTROL_API_KEY_FILE'];
  if (file !== undefined && file !== '') return inFile(file, loopback);
  throw new ConfigurationError(
    'There is no API key. Pass the `apiKey` option, or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. ' +
      'Keys are made in the web UI: team settings, Create API Key.',
  );
}

function fixed(key: ApiKey): KeySource {
  return () => key;
}

async function askedFor(option: () => string | Promise<string>): Promise<string> {
  try {
    return await option();
  } catch (cause) {
    throw new ConfigurationError('The `apiKey` function failed.', { cause });
  }
}

/** A key in a file is read at once, and again when the service refuses it: whoever rotates it writes the file anew. */
function inFile(file: string, loopback: boolean): KeySource {
  const read = () => new ApiKey(readKeyFile(file), 'the file that CONTROL_API_KEY_FILE names', loopback);
  let key = read();
  return (refused) => {
    if (refused?.equals(key)) key = read();
    return key;
  };
}

function readKeyFile(file: string): string {
  const fs = builtin('node:fs');
  if (!fs)
    throw new ConfigurationError('CONTROL_API_KEY_FILE needs Node. Pass the `apiKey` option or set CONTROL_API_KEY.');
  try {
    // Editors and `echo` end a file with a line break; that is not an error.
    return fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    // Not as the cause: it names the path, and who mistakes the variable for CONTROL_API_KEY has put the key there.
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigurationError(
      `The file that CONTROL_API_KEY_FILE names could not be read${code}. Check its path and rights; the key itself belongs in CONTROL_API_KEY.`,
    );
  }
}
