/** What stands where a key stood. */
export const REDACTED = '[redacted]';

/** Takes every trace of the keys it was made for out of whatever it is given; what it returns is always a copy. */
export interface Redactor {
  text(text: string): string;
  /** Strings, arrays and plain objects, as JSON knows them; object keys are scrubbed too. */
  json(value: unknown): unknown;
  /** A foreign error and its chain of causes, as new errors with name, message, code and stack scrubbed. */
  cause(error: unknown): unknown;
}

/** A redactor that applies each of these in turn: a call whose key was rotated between attempts has used several. */
export function combineRedactors(redactors: readonly Redactor[]): Redactor {
  const all = [createRedactor([]), ...redactors];
  return {
    text: (text) => all.reduce((scrubbed, redactor) => redactor.text(scrubbed), text),
    json: (value) => all.reduce((scrubbed, redactor) => redactor.json(scrubbed), value),
    cause: (error) => all.reduce((scrubbed, redactor) => redactor.cause(scrubbed), error),
  };
}

const BASE64 = 'A-Za-z0-9+/_-';
const MAX_CAUSES = 20;
/** Far deeper than any answer, and far from the end of the stack. */
const MAX_DEPTH = 200;

/** A redactor for the given keys. Patterns are compiled on first use, so that a call that succeeds pays nothing. */
export function createRedactor(keys: Iterable<string>): Redactor {
  let patterns: RegExp[] | undefined;

  function text(input: string): string {
    patterns ??= [...keys].flatMap(patternsOf);
    return patterns.reduce((scrubbed, pattern) => scrubbed.replace(pattern, REDACTED), input);
  }

  function json(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return REDACTED;
    if (Array.isArray(value)) return value.map((entry) => json(entry, depth + 1));
    // fromEntries defines properties, so a `__proto__` entry stays an entry.
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  }

  /** Each error is told once, and a bounded number of them: errors may hold each other in circles. */
  function cause(error: unknown, seen: Set<unknown>): unknown {
    if (typeof error === 'string') return text(error);
    if (!isErrorLike(error) || seen.has(error) || seen.size >= MAX_CAUSES) return undefined;
    seen.add(error);
    const inner = error.cause === undefined ? undefined : { cause: cause(error.cause, seen) };
    const copy = new Error(text(error.message), inner);
    copy.name = text(error.name);
    if (typeof error.stack === 'string') copy.stack = text(error.stack);
    if ('code' in error && typeof error.code === 'string') Object.assign(copy, { code: text(error.code) });
    if ('errors' in error && Array.isArray(error.errors)) {
      const errors = error.errors.map((it: unknown) => cause(it, seen)).filter((it) => it !== undefined);
      Object.assign(copy, { errors });
    }
    return copy;
  }

  return { text, json: (value) => json(value), cause: (error) => cause(error, new Set()) };
}

function isErrorLike(value: unknown): value is Error {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

/** The key itself, and its base64 at each of the three offsets it can have inside a longer text. */
function patternsOf(key: string): RegExp[] {
  const bytes = Array.from(key, (character) => character.charCodeAt(0));
  const encoded = [0, 1, 2].map((offset) => {
    const total = offset + bytes.length;
    const base64 = btoa(String.fromCharCode(...new Array<number>(offset).fill(0), ...bytes)).replace(/=+$/, '');
    // The characters at the rims also hold bits of the key's neighbours: match the certain ones, and take the rims along.
    const certain = base64.slice(offset === 0 ? 0 : offset + 1, total % 3 === 0 ? undefined : -1);
    return `[${BASE64}]?${spelled(certain)}[${BASE64}]?(?:=|%3D){0,2}`;
  });
  return [spelled(key), ...encoded].map((source) => new RegExp(source, 'g'));
}

/**
 * A pattern for `needle` in which each character may be plain, URL-encoded or JSON-escaped, and that several times over.
 * The repetitions are bounded, so that a hostile text of nothing but backslashes takes no more than linear time.
 */
function spelled(needle: string): string {
  return Array.from(needle, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const plain =
      { '+': '[+-]', '-': '[+-]', '/': '\\\\{0,8}[/_]', _: '[/_]' }[character] ?? escapeForPattern(character);
    return `(?:${plain}|%(?:25){0,8}${anyCase}|\\\\{1,8}u00${anyCase})`;
  }).join('');
}

function escapeForPattern(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  // JSON writes a quote or a backslash behind a backslash; more of them when it was escaped twice.
  return `\\\\{0,8}\\${character}`;
}
