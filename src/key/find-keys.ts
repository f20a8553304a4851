import { createAlphabets, decodeNumbers, decodeRuns, isBetweenNumbers, isPartOf } from './alphabets.ts';
import { decodeEscapes, ESCAPES } from './escapes.ts';
import { createKeyPieces, type Span } from './key-pieces.ts';
import { FOREIGN, Layer } from './layer.ts';

/** A shorter key would be found in ordinary text: such keys are refused, and not looked for. */
export const SHORTEST_KEY = 8;

/** Finds keys, and pieces of them, however they are written. */
export interface KeyFinder {
  /** Nothing shorter holds a key. */
  readonly least: number;
  /** Where keys were found, in order, none touching another. */
  inText(text: string): readonly Span[];
  /** Whether the number is a key's value. */
  isNumber(value: number): boolean;
  /** In a list that stands for bytes or characters: what is not a number of ASCII ends a stretch. */
  inNumbers(list: readonly unknown[]): readonly Span[];
  /** How many characters were searched so far, those that came of decoding included. */
  work(): number;
}

/** So many encodings in a row are seen through. */
const DEPTH = 3;

/** A long text is searched in windows, so that memory stays small; a piece of a key in three encodings fits the overlap. */
const WINDOW = 262_144;
const OVERLAP = 65_536;

/** What a text may hold, as bits. */
const ESCAPE = 1;
const BASE64 = 2;
/** Digits, hexadecimal or decimal, and what may stand between them. */
const DIGITS = 4;
/** What stands between the numbers of a list. */
const COMMA = 8;
const ANYTHING = 15;

const NONE: Span[] = [];

/**
 * Decodes, then searches: a text is searched as it is, and so is whatever can be decoded from it, three times over. Each
 * pass is linear in the text, and so is the sum, since decoding never makes a text longer.
 */
export function createKeyFinder(given: Iterable<string>, piece?: number): KeyFinder {
  const keys = [...given].filter((key) => key.length >= SHORTEST_KEY);
  const numbers = new Set(keys.map(Number));
  const { least, find } = createKeyPieces(keys, piece);
  const { hex, base32, base64 } = createAlphabets();
  const kinds = Uint8Array.from(
    { length: FOREIGN },
    (_, byte) =>
      (ESCAPES.some(({ lead }) => lead === byte) ? ESCAPE : 0) |
      (isPartOf(base64, byte) ? BASE64 : 0) |
      (isPartOf(hex, byte) ? DIGITS : 0) |
      (isBetweenNumbers(byte) ? COMMA : 0),
  );
  // One layer for each encoding that was taken off, the text itself first, and the search of each.
  const layers = Array.from({ length: DEPTH + 1 }, () => new Layer()) as [Layer, Layer, ...Layer[]];
  const searches = layers.map((layer, depth) => () => search(depth, layer.length, ANYTHING, -1));
  const [textLayer, listLayer] = layers;
  let spans: Span[] = NONE;
  let offset = 0;
  let work = 0;

  /**
   * Searches a layer, and whatever can be decoded from it. `escapes` says which were just taken off, or none: what stands
   * in the layer as it did before them was decoded then, and other escapes come in one order only, unless they came up new.
   */
  function search(depth: number, end: number, may: number, escapes: number): void {
    const layer = layers[depth];
    if (layer === undefined || end < least) return;
    work += end;
    const pieces = find(layer.bytes, end);
    if (pieces) keep(pieces, depth);
    const into = layers[depth + 1];
    const next = searches[depth + 1];
    if (may === 0 || into === undefined || next === undefined) return;
    const onlyNew = escapes >= 0;
    for (let i = 0; may & ESCAPE && i < ESCAPES.length; i++) {
      const it = ESCAPES[i];
      if (it && decodeEscapes(layer, end, into, it, i <= escapes)) search(depth + 1, into.length, ANYTHING, i);
    }
    if (may & BASE64) for (const it of [base64, base32]) decodeRuns(layer, end, into, it, onlyNew, least, next);
    if ((may & DIGITS) === 0) return;
    decodeRuns(layer, end, into, hex, onlyNew, least, next);
    if (may & COMMA) decodeNumbers(layer, end, into, least, next);
  }

  /** Keeps where the pieces stand in the text itself: each layer knows it of the one before. */
  function keep(pieces: readonly Span[], depth: number): void {
    for (let [from, to] of pieces) {
      for (let i = depth; i > 0; i--) {
        from = layers[i]?.starts[from] ?? 0;
        to = layers[i]?.ends[to - 1] ?? 0;
      }
      if (spans === NONE) spans = [];
      spans.push([from + offset, to + offset]);
    }
  }

  /** Takes a window of the text in, and says what it may hold: a look that spares nearly every text the rest. */
  function load(text: string, start: number, end: number): number {
    textLayer.clear(end - start);
    textLayer.length = end - start;
    const { bytes } = textLayer;
    let seen = 0;
    let [base64Run, base64Longest, digitsRun, digitsLongest] = [0, 0, 0, 0];
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const kind = code < FOREIGN ? (kinds[code] ?? 0) : 0;
      bytes[at - start] = code < FOREIGN ? code : FOREIGN;
      seen |= kind;
      base64Run = kind & BASE64 ? base64Run + 1 : 0;
      if (base64Run > base64Longest) base64Longest = base64Run;
      digitsRun = kind & DIGITS ? digitsRun + 1 : 0;
      if (digitsRun > digitsLongest) digitsLongest = digitsRun;
    }
    return (
      (seen & (ESCAPE | COMMA)) |
      (base64Longest * 6 >= least * 8 ? BASE64 : 0) |
      (digitsLongest >= least * 2 ? DIGITS : 0)
    );
  }

  /** The spans found since the last time. */
  function found(): readonly Span[] {
    const all = spans;
    spans = NONE;
    offset = 0;
    return all.length > 1 ? merged(all) : all;
  }

  function inText(text: string): readonly Span[] {
    if (text.length < least) return NONE;
    for (; offset === 0 || offset + OVERLAP < text.length; offset += WINDOW - OVERLAP) {
      const may = load(text, offset, Math.min(text.length, offset + WINDOW));
      search(0, textLayer.length, may, -1);
    }
    return found();
  }

  function inNumbers(list: readonly unknown[]): readonly Span[] {
    for (; offset === 0 || offset + OVERLAP < list.length; offset += WINDOW - OVERLAP) {
      const size = Math.min(list.length - offset, WINDOW);
      listLayer.clear(size);
      for (let at = 0; at < size; at++) {
        const it = list[offset + at];
        listLayer.put(typeof it === 'number' && it >= 0 && it < FOREIGN ? it : FOREIGN, at, at + 1);
      }
      search(1, listLayer.length, ANYTHING, -1);
    }
    return found();
  }

  return { least, isNumber: (value) => numbers.has(value), inText, inNumbers, work: () => work };
}

function merged(spans: Span[]): readonly Span[] {
  const all: [number, number][] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
