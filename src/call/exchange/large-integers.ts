/** The form of integers beyond 2^53 - 1, which a JavaScript number cannot hold exactly. */
export type LargeIntegers = 'number' | 'string' | 'bigint';

const MANY_DIGITS = /\d{16}/;

/** Strings and numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The value of a JSON text, again where integers in it need the other form; `json` is its value as it was read. */
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

/** Half of a surrogate pair: text that was UTF-8 can hold it as an escape alone, and this one has no such escape. */
function markFor(text: string): string {
  let code = 0xd800;
  while (new RegExp(`\\\\u${code.toString(16)}`, 'i').test(text)) code++;
  return String.fromCharCode(code);
}
