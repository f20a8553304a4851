import { createAlphabets, decodeNumbers, decodeRuns, isPartOf } from './alphabets.ts';
import { decodeEscapes, ESCAPES } from './escapes.ts';
import { createKeyPieces } from './key-pieces.ts';
import { FOREIGN, Layer } from './layer.ts';

/** A shorter key would be found in ordinary text: such keys are refused, and not looked for. */
export const SHORTEST_KEY = 8;

/** Where keys were found, in order, none touching another. */
type Spans = (readonly [start: number, end: number])[];

/** Finds keys, and pieces of them, however they are written. */
export interface KeyFinder {
  inText(text: string): Spans;
  /** Whether the number is a key's value. */
  isNumber(value: number): boolean;
  /** In a list that stands for bytes or characters: what is not a number of ASCII ends a stretch. */
  inNumbers(list: readonly unknown[]): Spans;
  /** How many characters were searched so far, those that came of decoding included. */
  work(): number;
}

/** So many encodings in a row are seen through. */
const DEPTH = 3;

/** A long text is searched in windows, so that memory stays small; a piece of a key in three encodings fits the overlap. */
const WINDOW = 65_536;
const OVERLAP = 4096;

/** What a text may hold, as bits. */
const ESCAPE = 1;
const BASE64 = 2;
const HEX = 4;
const ANYTHING = 7;

/**
 * Decodes, then searches: a text is searched as it is, and so is whatever can be decoded from it, three times over. Each
 * pass is linear in the text, and so is the sum, since decoding never makes a text longer.
 */
export function createKeyFinder(given: Iterable<string>): KeyFinder {
  const keys = [...given].filter((key) => key.length >= SHORTEST_KEY);
  const numbers = new Set(keys.map(Number));
  const { least, find } = createKeyPieces(keys);
  const { hex, base32, base64 } = createAlphabets();
  const kinds = Uint8Array.from(
    { length: FOREIGN },
    (_, byte) =>
      (ESCAPES.some(({ lead }) => lead === byte) ? ESCAPE : 0) |
      (isPartOf(base64, byte) ? BASE64 : 0) |
      (isPartOf(hex, byte) ? HEX : 0),
  );
  const layers = Array.from({ length: DEPTH + 1 }, () => new Layer()) as [Layer, Layer, ...Layer[]];
  let spans: Spans = [];
  let work = 0;

  function search(depth: number, start: number, end: number, may: number, base: number): void {
    const layer = layers[depth];
    if (layer === undefined || end - start < least) return;
    work += end - start;
    find(layer, start, end, (from, to) => {
      for (let i = depth; i >= base; i--) {
        from = layers[i]?.starts[from] ?? 0;
        to = layers[i]?.ends[to - 1] ?? 0;
      }
      spans.push([from, to]);
    });
    const into = layers[depth + 1];
    if (into === undefined) return;
    const next = (): void => search(depth + 1, 0, into.length, ANYTHING, base);
    for (const escapes of may & ESCAPE ? ESCAPES : []) if (decodeEscapes(layer, start, end, into, escapes)) next();
    for (const alphabet of may & BASE64 ? [base64, base32] : []) {
      decodeRuns(layer, start, end, into, alphabet, least, next);
    }
    if ((may & HEX) === 0) return;
    decodeRuns(layer, start, end, into, hex, least, next);
    decodeNumbers(layer, start, end, into, least, next);
  }

  /** Takes a window of the text in, and says what it may hold. */
  function load(text: string, start: number, end: number): number {
    const layer = layers[0];
    layer.clear(end - start);
    let seen = 0;
    let [run64, longest64, runHex, longestHex] = [0, 0, 0, 0];
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const kind = code < FOREIGN ? (kinds[code] ?? 0) : 0;
      layer.put(code < FOREIGN ? code : FOREIGN, at, at + 1);
      seen |= kind;
      run64 = kind & BASE64 ? run64 + 1 : 0;
      if (run64 > longest64) longest64 = run64;
      runHex = kind & HEX ? runHex + 1 : 0;
      if (runHex > longestHex) longestHex = runHex;
    }
    return (seen & ESCAPE) | (longest64 * 6 >= least * 8 ? BASE64 : 0) | (longestHex >= least * 2 ? HEX : 0);
  }

  function inWindows(length: number, searchWindow: (start: number, end: number) => void): Spans {
    spans = [];
    for (let start = 0; start === 0 || start + OVERLAP < length; start += WINDOW - OVERLAP) {
      searchWindow(start, Math.min(length, start + WINDOW));
    }
    return spans.length > 1 ? merged(spans) : spans;
  }

  return {
    isNumber: (value) => numbers.has(value),
    inText: (text) =>
      inWindows(text.length, (start, end) => {
        const may = load(text, start, end);
        search(0, 0, layers[0].length, may, 0);
      }),
    inNumbers: (list) =>
      inWindows(list.length, (start, end) => {
        layers[1].clear(end - start);
        for (let at = start; at < end; at++) {
          const it = list[at];
          layers[1].put(typeof it === 'number' && it >= 0 && it < FOREIGN ? it : FOREIGN, at, at + 1);
        }
        search(1, 0, layers[1].length, ANYTHING, 1);
      }),
    work: () => work,
  };
}

function merged(spans: Spans): Spans {
  const all: [number, number][] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
