import { misconfigured } from '../errors.ts';

/** Where the key comes from: the key, a function asked for it at every attempt, or `null` for none (introspection only). */
export type ApiKeyOption = string | (() => string | Promise<string>) | null;

/** Keys that begin so belong to the emulator, and are never sent off this machine. */
export const EMULATOR_KEY_PREFIX = 'emulator_';

/** A checked key. It can be put on a request; it cannot be printed or copied. */
export class ApiKey {
  readonly #value: string;

  /** @throws {ControlApiError} when the value has one of the mistakes people make; the message never shows the value. */
  constructor(value: unknown, origin: string, loopback: boolean) {
    const mistake = mistakeIn(value, loopback);
    if (mistake) throw misconfigured(`The API key (from ${origin}) ${mistake}`);
    this.#value = String(value);
  }

  /** The `Authorization` header's value (documented: `Bearer ` and the key). Called once, where the request is made. */
  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  equals(other: ApiKey): boolean {
    return this.#value === other.#value;
  }
}

/** Keys that are none, and what to do. */
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
