import { createHmac } from 'node:crypto';
import { shiftTime } from './shift-time.ts';

/** Replaces values by others of the same format: the same value by the same one, different texts by different ones. */
export interface Pseudonyms {
  /** Another text of the same format; undefined if there is none that hides the original. */
  text(original: string): string | undefined;
  /**
   * Another number with as many digits; one digit stays. `field` decides whether it is a time.
   *
   * @returns undefined if there is none that hides the original.
   */
  number(original: number, field: string): number | undefined;
}

/** Draws a whole number below a bound, from the key. */
type Draw = (bound: number) => number;

/** How often another pseudonym is drawn in the original's format, and after that in a freer one. */
const [strict, free] = [48, 64];

/**
 * Makes the pseudonyms of a recording. They depend on the key and on the values alone; no text or number that they give
 * contains one of the originals that is longer than three characters, in whatever case.
 */
export function createPseudonyms(key: string, originals: Iterable<string>): Pseudonyms {
  const all = [...originals];
  const shows = createSearch(all);
  const offset = chooseOffset(key, all, shows);
  const known = new Map<string, string | undefined>();
  const used = new Set<string>();

  /** The first pseudonym that is right and shows no original, of those that are drawn. */
  function firstOf<Made extends string | number>(
    label: string,
    make: (draw: Draw, attempt: number) => Made,
    isRight: (made: Made) => boolean,
  ): Made | undefined {
    for (let attempt = 0; attempt < strict + free; attempt += 1) {
      const made = make(createDraw(key, `${attempt} ${label}`), attempt);
      if (isRight(made) && !shows(String(made))) return made;
    }
    return undefined;
  }

  function textFor(original: string): string | undefined {
    if (shiftTime(original, 0) !== undefined) {
      const time = shiftTime(original, offset);
      return time === undefined || shows(time) ? undefined : time;
    }
    const text = firstOf(
      `text ${original}`,
      (draw, attempt) => (attempt < strict ? sameFormat(original, draw) : freeFormat(original, draw, attempt - strict)),
      (made) => made !== original && !used.has(made),
    );
    if (text !== undefined) used.add(text);
    return text;
  }

  return {
    text(original) {
      if (original === '') return '';
      if (!known.has(original)) known.set(original, textFor(original));
      return known.get(original);
    },
    number(original, field) {
      if (Number.isInteger(original) && Math.abs(original) < 10) return original;
      const unit = timeUnit(original, field);
      if (unit !== undefined) {
        const time = original + Math.floor(offset / unit);
        return shows(String(time)) ? undefined : time;
      }
      const written = String(original);
      if (!/^-?\d+(?:\.\d+)?$/.test(written)) return undefined;
      const most = Math.abs(original) <= maxInt ? maxInt : Number.MAX_SAFE_INTEGER;
      return firstOf(
        `number ${written}`,
        (draw, attempt) => (attempt < strict ? Number(digitsOf(written, draw)) : 10 + draw(990)),
        (made) => made !== original && Math.abs(made) <= most,
      );
    },
  };
}

const maxInt = 2_147_483_647;

/** Finds whether a text contains one of the originals. */
function createSearch(originals: readonly string[]): (text: string) => boolean {
  const byLength = new Map<number, Set<string>>();
  for (const original of originals) {
    if (original.length <= 3) continue;
    const text = original.toLowerCase();
    byLength.set(text.length, (byLength.get(text.length) ?? new Set()).add(text));
  }
  const sorted = [...byLength].sort(([one], [other]) => one - other);
  return (text) => {
    const lower = text.toLowerCase();
    for (const [length, hidden] of sorted) {
      for (let start = 0; start + length <= lower.length; start += 1)
        if (hidden.has(lower.slice(start, start + length))) return true;
    }
    return false;
  };
}

const day = 86_400_000;

/** Into the past by one to nine years: what lies in the past stays there. The offset that hides most times is taken. */
function chooseOffset(key: string, originals: readonly string[], shows: (text: string) => boolean): number {
  const times = originals.filter((original) => shiftTime(original, 0) !== undefined);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 16 && least > 0; attempt += 1) {
    const draw = createDraw(key, `offset ${attempt}`);
    const offset = -(365 * day + draw(8 * 365) * day + draw(day));
    const shown = times.filter((time) => shows(shiftTime(time, offset) ?? '')).length;
    if (shown < least) [best, least] = [offset, shown];
  }
  return best;
}

/** How many milliseconds a unit of a number has, if its field and its size say that it is a moment. */
function timeUnit(number: number, field: string): number | undefined {
  if (!/(?:[Tt]ime|[Tt]imestamp|[Ee]poch|[Dd]ate|^ts|At|_at)$/.test(field)) return undefined;
  if (number >= 1e9 && number < 1e10) return 1000;
  return number >= 1e12 && number < 1e13 ? 1 : undefined;
}

function createDraw(key: string, label: string): Draw {
  let bytes = Buffer.alloc(0);
  let at = 0;
  let block = 0;
  return (bound) => {
    if (at + 4 > bytes.length) {
      bytes = createHmac('sha256', key).update(`${block}\n${label}`).digest();
      block += 1;
      at = 0;
    }
    at += 4;
    return bytes.readUInt32BE(at - 4) % bound;
  };
}

const lowerCase = 'abcdefghijklmnopqrstuvwxyz';

function some(alphabet: string, length: number, draw: Draw): string {
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');
}

/** The formats of texts; the first that matches counts. */
const formats: readonly (readonly [RegExp, (original: string, draw: Draw) => string])[] = [
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, hexOf],
  [/^\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/, timeOfDay],
  [/^-?P(?=.)(?:[\d.]+[YMWD])*(?:T(?:[\d.]+[HMS])+)?$/, digitsOf],
  [/^(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2}|:\d+)?$/, address4],
  [/^[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}$/i, (original, draw) => `02${hexOf(original, draw).slice(2)}`],
  [
    /^(?=(?:[^:]*:){2})[\da-f:]{3,39}$/i,
    (_, draw) => `2001:db8:${[1, 2, 3, 4, 5, 6].map(() => some('123456789abcdef', 4, draw)).join(':')}`,
  ],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, (_, draw) => `${some(lowerCase, 10, draw)}@example.com`],
  [
    /^[a-z][\w+.-]*:\/\//i,
    (original, draw) => `${original.split(':', 1)[0]}://example.com/${some(lowerCase, 12, draw)}`,
  ],
  [/^(?=.*\d)(?=.*[a-f])[\da-f]{8,}$/, hexOf],
  [/^\d+$/, digitsOf],
];

function sameFormat(original: string, draw: Draw): string {
  const make = formats.find(([pattern]) => pattern.test(original))?.[1] ?? sameCharacters;
  return make(original, draw);
}

/** Where the format leaves no room: letters alone, longer and longer. */
function freeFormat(original: string, draw: Draw, attempt: number): string {
  if (formats[0]?.[0].test(original)) return hexOf(original, draw, 'abcdef');
  if (/^\d+$/.test(original) && attempt < 16) return digitsOf(`${original}${'0'.repeat(1 + (attempt >> 2))}`, draw);
  return some(lowerCase, Math.min(Math.max(original.length, 8), 40) + (attempt >> 3), draw);
}

/** A letter for a letter and a digit for a digit; other ASCII characters, such as spaces and punctuation, stay. */
function sameCharacters(original: string, draw: Draw): string {
  return [...original]
    .map((character) => {
      if (/\d/.test(character)) return String(draw(10));
      if (/\p{Lu}/u.test(character)) return some(lowerCase, 1, draw).toUpperCase();
      return /[\x20-\x7e\n\t]/.test(character) && !/[a-z]/.test(character) ? character : some(lowerCase, 1, draw);
    })
    .join('');
}

/** A digit for a digit. A leading zero stays zero, and nothing else becomes one. */
function digitsOf(original: string, draw: Draw): string {
  return original.replace(/\d+/g, (digits, at: number) => {
    const isFraction = original.charAt(at - 1) === '.';
    if (isFraction) return some('0123456789', digits.length - 1, draw) + some('123456789', 1, draw);
    const zeros = /^0*/.exec(digits)?.[0] ?? '';
    if (zeros.length === digits.length) return digits.length === 1 ? digits : some('0123456789', digits.length, draw);
    return zeros + some('123456789', 1, draw) + some('0123456789', digits.length - zeros.length - 1, draw);
  });
}

/** A hexadecimal digit for one. The version and the variant of a UUID stay. */
function hexOf(original: string, draw: Draw, alphabet: string = '0123456789abcdef'): string {
  const isUuid = original.length === 36;
  const text = [...original]
    .map((digit, at) => (/[:-]/.test(digit) || (isUuid && (at === 14 || at === 19)) ? digit : some(alphabet, 1, draw)))
    .join('');
  return /[A-F]/.test(original) ? text.toUpperCase() : text.toLowerCase();
}

/** An hour, minutes and seconds, perhaps a fraction, and the offset of UTC. */
function timeOfDay(original: string, draw: Draw): string {
  const [, clock = '', zone = ''] = /^([^+-]+)(.*)$/.exec(original) ?? [];
  const bounded = clock.replace(/\d+/g, (digits, at: number) =>
    at > 6 ? some('0123456789', digits.length, draw) : String(draw(at === 0 ? 24 : 60)).padStart(2, '0'),
  );
  return bounded + zone.replace(/\d/g, '0');
}

function address4(original: string, draw: Draw): string {
  const rest = /\/\d+$/.exec(original)?.[0] ?? (original.includes(':') ? `:${1024 + draw(60_000)}` : '');
  return `10.${draw(256)}.${draw(256)}.${1 + draw(254)}${rest}`;
}
