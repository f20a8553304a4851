import { entryOf } from '../../base/is-record.ts';
import type { ExchangeAnswer } from '../exchange/exchange.ts';

const MOST_CHARACTERS = 500;
/** More of a body than this is never looked at: what it says of its failure stands at the beginning. */
const LOOKED_AT = 65_536;

/**
 * The server's own words: the messages of its errors, what JSON of another shape says of itself, the text of
 * a page. Undefined where it said nothing. `scrub` takes keys out, before anything is cut off.
 */
export function serverMessageOf(
  answer: Pick<ExchangeAnswer, 'text' | 'header'>,
  errors: readonly { readonly message: string }[] | undefined,
  scrub: (text: string) => string,
): string | undefined {
  const words = errors?.length ? errors.slice(0, 5).map(({ message }) => message) : wordsIn(answer);
  const said = words.join('; ');
  const shown = visible(scrub(said.slice(0, LOOKED_AT))).trim();
  if (shown === '') return undefined;
  // Never half of a character that takes two.
  const cut =
    shown.length <= MOST_CHARACTERS ? shown : `${shown.slice(0, MOST_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  // A copy: a part of a text keeps the whole text in memory.
  return [...cut].join('');
}

function wordsIn({ text = '', header }: Pick<ExchangeAnswer, 'text' | 'header'>): readonly string[] {
  const start = text.slice(0, LOOKED_AT);
  const json = parsedJson(start);
  if (json !== undefined) return wordsOf(json, 0);
  if (header('content-type')?.includes('html') || /^\s*</.test(start)) return [textOfPage(start)];
  return [start];
}

/** Names under which services commonly say what went wrong (inferred: the document shows none). */
const SAYING = ['message', 'error_description', 'error', 'errors', 'detail', 'title', 'reason', 'description', 'code'];

function wordsOf(json: unknown, depth: number): string[] {
  if (typeof json === 'string') return [json];
  if (depth > 3) return [];
  if (Array.isArray(json)) return json.slice(0, 5).flatMap((entry) => wordsOf(entry, depth + 1));
  return SAYING.flatMap((name) => wordsOf(entryOf(json, name), depth + 1));
}

/** A page's title, else the text at its beginning. */
function textOfPage(html: string): string {
  // No pattern may look for `>` beyond the next `<`: a hostile page of nothing but `<` must take no more than linear time.
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim();
  return title || html.replace(/<[^<>]*>/g, ' ');
}

/** Control characters and marks of writing direction as `\uXXXX`: text of a server is shown, never obeyed. Line breaks become spaces. */
function visible(text: string): string {
  return text.replace(/\s+/g, ' ').replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The value of a JSON text; undefined where the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
