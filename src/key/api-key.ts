import { isRecord } from '../base/is-record.ts';
import { misconfigured } from '../errors.ts';
import { builtin } from '../transport/node-builtin.ts';

/** The key; a function that returns the key, called at every attempt; or `null` for none (introspection only). */
export type ApiKeyOption = string | (() => string | Promise<string>) | null;

/** The prefix of emulator keys, which never leave this machine. */
export const EMULATOR_KEY_PREFIX = 'emulator_';

/** A checked key, which cannot be printed or copied. */
export class ApiKey {
  readonly #value: string;

  /** @throws {ControlApiError} for a common mistake; the message never shows the value. */
  constructor(value: unknown, origin: string, loopback: boolean) {
    const mistake = mistakeIn(value, loopback);
    if (mistake) throw misconfigured(`The API key (from ${origin}) ${mistake}`);
    this.#value = String(value);
  }

  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  equals(other: ApiKey): boolean {
    return this.#value === other.#value;
  }
}

const MISTAKES: readonly (readonly [form: RegExp, mistake: string])[] = [
  [/^\s*$/, 'is blank. Pass the key that was shown when it was made.'],
  [
    /^\s*(?:bearer\s|(?:export\s+)?CONTROL_API_KEY\w*\s*=)|^(["'`]).*\1$/i,
    'stands with "Bearer ", the name of a variable, or quotes. Pass the key alone.',
  ],
  [/[^!-~]/, 'contains white space, such as a line break, or what is not ASCII. Copy the key again, without it.'],
  [/^.{0,7}$/, 'is shorter than 8 characters (our rule: so short a key cannot be kept out of logs).'],
];

function mistakeIn(value: unknown, loopback: boolean): string | undefined {
  if (typeof value !== 'string') return 'is not a string. Pass the key itself, or a function that returns it.';
  if (!loopback && value.startsWith(EMULATOR_KEY_PREFIX))
    return 'is an emulator key, and the base URL is not on this machine. Use a key of the service.';
  return MISTAKES.find(([form]) => form.test(value))?.[1];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Own variables: a polluted prototype would supply others. Deno throws for some names, which count as unset. */
export function ownVariables(environment: Environment): Environment {
  const get = (_: object, name: string): string | undefined => {
    try {
      return Object.hasOwn(environment, name) ? environment[name] : undefined;
    } catch {
      return undefined;
    }
  };
  return new Proxy({}, { get });
}

/** Asks for the key. Given a key that the service refused, looks for its replacement. */
export type KeySource = (refused?: ApiKey) => ApiKey | undefined | Promise<ApiKey>;

/** A key that is not there yet (as in a build) is read at the first call. `isLocal` is undefined until it is known where keys go. */
export function readKeySource(
  option: ApiKeyOption | undefined,
  env: Environment,
  admit: (key: string) => void,
  isLocal: () => boolean | undefined,
): KeySource {
  const keyOf = (value: unknown, origin: string) => {
    const key = new ApiKey(value, origin, isLocal() ?? true);
    admit(String(value));
    return key;
  };
  if (option === null) return () => undefined;
  if (typeof option === 'function') {
    return async () => keyOf(await askFunctionOption('apiKey', option), 'the `apiKey` function');
  }

  /** Reads the key again after a refusal: a rotated key file has new content. */
  const remembered = (read: () => ApiKey, isThere = true): KeySource => {
    const early = isThere ? read() : undefined;
    let key = isLocal() === undefined ? undefined : early;
    return (refused) => {
      if (!key || refused?.equals(key)) key = read();
      return key;
    };
  };
  if (option !== undefined) return remembered(() => keyOf(option, 'the `apiKey` option'));

  const fromEnvironment = (): KeySource | undefined => {
    const value = env['CONTROL_API_KEY'];
    if (value !== undefined) return remembered(() => keyOf(value, 'CONTROL_API_KEY'));
    const file = env['CONTROL_API_KEY_FILE'];
    if (!file) return undefined;
    const read = () => keyOf(readKeyFile(file), 'the file that CONTROL_API_KEY_FILE names');
    return remembered(read, builtin('node:fs')?.existsSync(file) !== false);
  };
  let source = fromEnvironment();
  return (refused) => {
    source ??= fromEnvironment();
    if (source) return source(refused);
    throw misconfigured('There is no API key.', { advice: 'no_key' });
  };
}

function readKeyFile(file: string): string {
  const fs = builtin('node:fs');
  if (!fs)
    throw misconfigured(
      'CONTROL_API_KEY_FILE is read on Node alone. Read the file in your code, and pass `apiKey: () => key`.',
    );
  try {
    // Editors begin a file with a byte order mark, and `echo` ends it with a line break.
    return fs.readFileSync(file, 'utf8').replace(/^\ufeff|\r?\n$/g, '');
  } catch (error) {
    // No cause: it names the path, which may be a key in the wrong variable.
    const code = isRecord(error) && error['code'] !== undefined ? ` (${error['code']})` : '';
    throw misconfigured(
      `The file that CONTROL_API_KEY_FILE names could not be read${code}. Check its path and rights; the key itself belongs in CONTROL_API_KEY.`,
    );
  }
}

/** @throws {ControlApiError} that names the option, if its function fails. */
export async function askFunctionOption<T>(name: string, option: () => T | Promise<T>): Promise<T> {
  try {
    return await option();
  } catch (cause) {
    throw misconfigured(`The \`${name}\` function failed.`, { cause });
  }
}
