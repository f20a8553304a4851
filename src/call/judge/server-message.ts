import { entryOf } from '../../base/is-record.ts';
import type { ExchangeAnswer } from '../exchange/exchange.ts';

const MOST_CHARACTERS = 500;
/** A body names its failure near the beginning. */
const LOOKED_AT = 65_536;

/** The server's own words. `scrub` takes keys out before anything is cut off. */
export function serverMessageOf(
  answer: Pick<ExchangeAnswer, 'text' | 'header'>,
  errors: readonly { readonly message: string }[] | undefined,
  scrub: (text: string) => string,
): string | undefined {
  const words = errors?.length ? errors.slice(0, 5).map(({ message }) => message) : wordsIn(answer);
  const said = words.join('; ');
  const shown = visible(scrub(said.slice(0, LOOKED_AT))).trim();
  if (shown === '') return undefined;
  // Never half of a surrogate pair.
  const cut =
    shown.length <= MOST_CHARACTERS ? shown : `${shown.slice(0, MOST_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  // A copy: a substring keeps the whole text in memory.
  return [...cut].join('');
}

function wordsIn({ text = '', header }: Pick<ExchangeAnswer, 'text' | 'header'>): readonly string[] {
  const start = text.slice(0, LOOKED_AT);
  const json = parsedJson(start);
  if (json !== undefined) return wordsOf(json, 0);
  if (header('content-type')?.includes('html') || /^\s*</.test(start)) return [textOfPage(start)];
  return [start];
}

const SAYING = ['message', 'error_description', 'error', 'errors', 'detail', 'title', 'reason', 'description', 'code'];

function wordsOf(json: unknown, depth: number): string[] {
  if (typeof json === 'string') return [json];
  if (depth > 3) return [];
  if (Array.isArray(json)) return json.slice(0, 5).flatMap((entry) => wordsOf(entry, depth + 1));
  return SAYING.flatMap((name) => wordsOf(entryOf(json, name), depth + 1));
}

function textOfPage(html: string): string {
  // No pattern looks for `>` beyond the next `<`, so a hostile page of `<` takes linear time.
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim();
  return title || html.replace(/<[^<>]*>/g, ' ');
}

/** Shows control characters and marks of writing direction as `\uXXXX`. */
function visible(text: string): string {
  return text.replace(/\s+/g, ' ').replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
