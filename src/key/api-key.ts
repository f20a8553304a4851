import { ConfigurationError } from '../error-classes.ts';
import { REDACTED } from './redact.ts';

/** Where the key comes from: the key, a function asked for it at every attempt, or `null` for none (introspection only). */
export type ApiKeyOption = string | (() => string | Promise<string>) | null;

/** Keys that begin so belong to the emulator, and are never sent off this machine. */
export const EMULATOR_KEY_PREFIX = 'emulator_';

const MINIMUM_LENGTH = 8;

/** A checked key. It can be put on a request; it cannot be printed or copied. */
export class ApiKey {
  readonly #value: string;

  /** @throws {ConfigurationError} when the value has one of the mistakes people make; the message never shows the value. */
  constructor(value: unknown, origin: string, loopback: boolean) {
    const mistake = mistakeIn(value, loopback);
    if (mistake !== undefined || typeof value !== 'string') {
      throw new ConfigurationError(`The API key (from ${origin}) ${mistake}`);
    }
    this.#value = value;
  }

  /** The `Authorization` header's value (documented: `Bearer ` and the key). Called once, where the request is made. */
  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  equals(other: ApiKey): boolean {
    return this.#value === other.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }
}

function mistakeIn(value: unknown, loopback: boolean): string | undefined {
  if (typeof value !== 'string') return 'is not a string. Pass the key itself, or a function that returns it.';
  if (value.trim() === '') return 'is blank. Pass the key that was shown when it was made.';
  if (/^\s*bearer\s/i.test(value)) return 'begins with "Bearer ". Pass the key alone.';
  if (/^\s*(?:export\s+)?CONTROL_API_KEY\w*\s*=/.test(value))
    return 'begins with the name of a variable. Keep the key alone there.';
  if (/[\r\n]/.test(value)) return 'contains a line break. Pass it without one (in a shell: `tr -d "\\n"`).';
  if (/\s/.test(value)) return 'contains white space. Copy the key again, without it.';
  if (/^(["'`]).*\1$/.test(value)) return 'is wrapped in quotes. Pass it without them.';
  if (!/^[\x21-\x7e]+$/.test(value)) {
    return 'contains a character that is not printable ASCII. Copy the key again.';
  }
  if (value.length < MINIMUM_LENGTH) {
    return `is shorter than ${MINIMUM_LENGTH} characters (our rule: so short a key cannot be kept out of logs).`;
  }
  if (!loopback && value.startsWith(EMULATOR_KEY_PREFIX)) {
    return 'is an emulator key, and the base URL is not on this machine. Use a key of the service.';
  }
  return undefined;
}
