import { misconfigured } from '../errors.ts';
import { REDACTED } from '../redaction/redact.ts';

/** Where the key comes from: the key, a function asked for it at every attempt, or `null` for none (introspection only). */
export type ApiKeyOption = string | (() => string | Promise<string>) | null;

/** Keys that begin so belong to the emulator, and are never sent off this machine. */
export const EMULATOR_KEY_PREFIX = 'emulator_';

/** A checked key. It can be put on a request; it cannot be printed or copied. */
export class ApiKey {
  readonly #value: string;

  /** @throws {ControlApiError} when the value has one of the mistakes people make; the message never shows the value. */
  constructor(value: unknown, origin: string, loopback: boolean) {
    const refuse = (mistake: string) => misconfigured(`The API key (from ${origin}) ${mistake}`);
    if (typeof value !== 'string') throw refuse('is not a string. Pass the key itself, or a function that returns it.');
    const mistake = mistakeIn(value, loopback);
    if (mistake !== undefined) throw refuse(mistake);
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

/** Keys that are none, and what to do. */
const MISTAKES: readonly (readonly [form: RegExp, mistake: string])[] = [
  [/^\s*$/, 'is blank. Pass the key that was shown when it was made.'],
  [/^\s*bearer\s/i, 'begins with "Bearer ". Pass the key alone.'],
  [/^\s*(?:export\s+)?CONTROL_API_KEY\w*\s*=/, 'begins with the name of a variable. Keep the key alone there.'],
  [/[\r\n]/, 'contains a line break. Pass it without one (in a shell: `tr -d "\\n"`).'],
  [/\s/, 'contains white space. Copy the key again, without it.'],
  [/^(["'`]).*\1$/, 'is wrapped in quotes. Pass it without them.'],
  [/[^\x21-\x7e]/, 'contains a character that is not printable ASCII. Copy the key again.'],
  [/^.{0,7}$/, 'is shorter than 8 characters (our rule: so short a key cannot be kept out of logs).'],
];

function mistakeIn(value: string, loopback: boolean): string | undefined {
  const [, mistake] = MISTAKES.find(([form]) => form.test(value)) ?? [];
  if (mistake === undefined && !loopback && value.startsWith(EMULATOR_KEY_PREFIX))
    return 'is an emulator key, and the base URL is not on this machine. Use a key of the service.';
  return mistake;
}
