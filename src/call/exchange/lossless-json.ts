import { isRecord } from '../../base/is-record.ts';
import { isControlApiError, misconfigured } from '../../errors.ts';

/** Marks the digits of a bigint: half of a surrogate pair, which JSON.stringify writes as an escape. */
const MARK = '\ud800';
/** A marked value: inside of a text, the quotation mark follows a backslash; behind a name, a colon follows. */
const MARKED_DIGITS = /(?<!\\)"\\ud800(-?\d+)"(?!:)/g;

/** @throws {ControlApiError} for variables that are not an object, or that JSON would drop or change. */
export function writeVariables(variables: unknown): string {
  try {
    return JSON.stringify(variables, lossless()).replace(MARKED_DIGITS, '$1');
  } catch (error) {
    if (isControlApiError(error)) throw error;
    throw misconfigured(
      'The variables cannot be written as JSON: they hold a circle, or a `toJSON` or getter that fails. Pass plain values, or null.',
    );
  }
}

function lossless(): (this: unknown, key: string, value: unknown) => unknown {
  let all: unknown;
  let variable = '';
  return function check(key, value) {
    if (this === all) variable = key;
    const lost = lossOf(this, key, value);
    // A message holds the variable's name, which comes from the operation, and never its value.
    if (lost !== undefined)
      throw misconfigured(
        `The variable${all ? ` $${variable.slice(0, 80)} holds` : 's are'} ${lost}, which JSON cannot hold. Pass plain values, or null.`,
      );
    if (!all && !isRecord(value))
      throw misconfigured('The variables must be an object, by name. Options come after them.');
    all ??= value;
    return typeof value === 'bigint' ? `${MARK}${value}` : value;
  };
}

/** The kind of value that JSON would drop or change. `toJSON` was called before. */
function lossOf(holder: unknown, key: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'string':
      return /^\ud800-?\d+$/.test(value) ? 'half of a character' : undefined;
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'undefined':
      return Array.isArray(holder) ? 'undefined in a list' : undefined;
    case 'object': {
      const tag = Object.prototype.toString.call(value ?? Object(holder)[key]).slice('[object '.length, -1);
      if (value === null) return tag === 'Date' ? 'an invalid Date' : undefined;
      if (tag === 'Number') return lossOf(holder, key, Number(value));
      if (/^(?:Object|Array|String|Boolean)$/.test(tag)) return undefined;
      if (tag in globalThis) return `a ${tag}`;
      return Object.keys(value).length > 0 ? undefined : 'an object without entries';
    }
    default:
      return undefined;
  }
}

/** The form of integers beyond 2^53 - 1, which a JavaScript number cannot hold exactly. */
export type LargeIntegers = 'number' | 'string' | 'bigint';

const MANY_DIGITS = /\d{16}/;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

export function withLargeIntegers(json: unknown, text: string, form: 'string' | 'bigint'): unknown {
  if (!MANY_DIGITS.test(text)) return json;
  const mark = form === 'bigint' ? markFor(text) : '';
  const marked = text.replace(TOKENS, (token) => (isLarge(token) ? `"${mark}${token}"` : token));
  if (mark === '') return JSON.parse(marked);
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(1)) : value,
  );
}

function isLarge(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}

/** Half of a surrogate pair whose escape the text does not contain. */
function markFor(text: string): string {
  let code = 0xd800;
  while (new RegExp(`\\\\u${code.toString(16)}`, 'i').test(text)) code++;
  return String.fromCharCode(code);
}
