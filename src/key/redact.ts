import { isRecord } from '../base/is-record.ts';
import { createKeyFinder, type KeyFinder, SHORTEST_KEY } from './find-keys.ts';

/** What stands where a key stood. */
export const REDACTED = '[redacted]';

/** Takes every trace of the keys it was made for out of whatever it is given; what it returns is always a copy. */
export interface Redactor {
  text(text: string): string;
  /** Strings, numbers, arrays and plain objects, as JSON has them; object keys are scrubbed too. */
  json(value: unknown): unknown;
  /** A foreign error and its chain of causes, as new errors with name, message, code and stack scrubbed. */
  cause(error: unknown): unknown;
}

const MAX_NAMES = 1000;
const MAX_CAUSES = 20;
/** Far deeper than any answer, and far from the end of the stack. */
const MAX_DEPTH = 200;

/** No smaller number has the digits of a key in it. */
const SMALLEST_NUMBER = 10 ** (SHORTEST_KEY - 1);

/**
 * A redactor for the given keys: for the whole of each, and any piece of 12 characters, as it is or through up to three
 * encodings. What it searches with is made on first use, so that a call that succeeds pays nothing.
 */
export function createRedactor(keys: Iterable<string>): Redactor {
  const sought = new Set(keys);
  const innocent = new Set<string>();
  let made: KeyFinder | undefined;
  const finder = (): KeyFinder => {
    made ??= createKeyFinder(sought);
    return made;
  };

  function text(input: string): string {
    if (sought.size === 0 || input.length < SHORTEST_KEY) return input;
    const spans = finder().inText(input);
    if (spans.length === 0) return input;
    let scrubbed = '';
    let done = 0;
    for (const [start, end] of spans) {
      scrubbed += input.slice(done, start) + REDACTED;
      done = end;
    }
    return scrubbed + input.slice(done);
  }

  function number(input: number): unknown {
    // JSON has lost a number's leading zeros, and the last digits of a long one.
    if (sought.size === 0 || Math.abs(input) < SMALLEST_NUMBER) return input;
    const digits = String(input);
    return finder().isNumber(Math.abs(input)) || text(digits) !== digits ? REDACTED : input;
  }

  function array(input: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = input.map((entry) => json(entry, depth + 1));
    if (sought.size > 0 && typeof input[0] === 'number') {
      for (const [start, end] of [...finder().inNumbers(input)].reverse()) copy.splice(start, end - start, REDACTED);
    }
    return copy;
  }

  function object(input: object, depth: number): object {
    // A spread defines properties, so a `__proto__` entry stays an entry.
    const copy: Record<string, unknown> = { ...input };
    let renamed = false;
    // `in` spares a list of the names; it shows inherited ones too, where someone has added to every object's prototype.
    for (const name in copy) {
      if (!Object.hasOwn(copy, name)) continue;
      const entry = copy[name];
      const scrubbed = json(entry, depth + 1);
      if (scrubbed !== entry) copy[name] = scrubbed;
      if (name.length >= SHORTEST_KEY && !innocent.has(name)) renamed = !isInnocent(name) || renamed;
    }
    return renamed ? Object.fromEntries(Object.entries(copy).map(([name, entry]) => [text(name), entry])) : copy;
  }

  /** The same few names come again and again. */
  function isInnocent(name: string): boolean {
    if (text(name) !== name) return false;
    if (innocent.size < MAX_NAMES) innocent.add(name);
    return true;
  }

  function json(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return REDACTED;
    return Array.isArray(value) ? array(value, depth) : object(value, depth);
  }
  /** Each error is copied once, and at most twenty of them: errors may hold each other in circles. */
  function cause(error: unknown, seen: Set<unknown>): unknown {
    if (typeof error === 'string') return text(error);
    if (!isErrorLike(error) || seen.has(error) || seen.size >= MAX_CAUSES) return undefined;
    seen.add(error);
    const inner = error.cause === undefined ? undefined : { cause: cause(error.cause, seen) };
    const copy = new Error(text(error.message), inner);
    copy.name = text(error.name);
    const { stack, code, errors } = error;
    if (typeof stack === 'string') copy.stack = text(stack);
    if (typeof code === 'string') Object.assign(copy, { code: text(code) });
    if (Array.isArray(errors)) {
      Object.assign(copy, { errors: errors.map((it) => cause(it, seen)).filter((it) => it !== undefined) });
    }
    return copy;
  }

  return { text, json: (value) => json(value, 0), cause: (error) => cause(error, new Set()) };
}

function isErrorLike(value: unknown): value is Error & Record<string, unknown> {
  return isRecord(value) && typeof value['message'] === 'string' && typeof value['name'] === 'string';
}
