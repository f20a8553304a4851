import { isRecord } from '../base/is-record.ts';
import { fromBytes } from './encodings.ts';
import { createKeyFinder, type KeyFinder, SHORTEST_KEY } from './find-keys.ts';
import type { Budget, Span } from './key-pieces.ts';

/** The text that stands where a key stood. */
export const REDACTED = '[redacted]';

/** Takes every trace of the keys it was made for out of whatever it is given; what it returns is always a copy. */
export interface Redactor {
  text(text: string): string;
  /** Strings, numbers, arrays and plain objects, as JSON has them; object keys are scrubbed too. */
  json(value: unknown): unknown;
  /** An answer's errors, as {@link json} has them. Each keeps a message, whatever is dropped of it. */
  errors<Error extends { readonly message: string }>(errors: readonly Error[]): readonly Error[];
  /** A foreign error and its chain of causes, as new errors with name, message, code and stack scrubbed. */
  cause(error: unknown): unknown;
  /** Its set of keys has changed. */
  renew(): void;
}

const MAX_NAMES = 1000;
const MAX_CAUSES = 20;
/** Far deeper than any answer, and far from the end of the stack. */
const MAX_DEPTH = 200;

/**
 * Scrubbing one value takes at most so many steps: two for each character that is looked at, a few where it is decoded, and
 * {@link EACH_ENTRY} for each entry of a list or an object. What is left then is dropped unseen.
 */
const MOST_STEPS = 2 ** 24;
const EACH_ENTRY = 64;

/** No smaller number has the digits of a key in it. */
const SMALLEST_NUMBER = 10 ** (SHORTEST_KEY - 1);

/**
 * A redactor for the given keys: for the whole of each, and any piece of 12 characters. Where it stands plainly it is cut out; a text
 * that holds it through up to three encodings is dropped. The search is made on first use, so that a call that succeeds pays nothing. A set
 * of keys may change, if the redactor is renewed then.
 */
export function createRedactor(keys: Iterable<string>): Redactor {
  const sought = keys instanceof Set ? keys : new Set(keys);
  const innocent = new Set<string>();
  let made: KeyFinder | undefined;
  const finder = (): KeyFinder => {
    made ??= createKeyFinder(sought);
    return made;
  };

  function text(input: string, budget: Budget): string {
    if (sought.size === 0 || input.length < SHORTEST_KEY) return input;
    const spans = finder().plainly(input, budget);
    const scrubbed = without(input, spans);
    return isEncodedBeside(input, spans, scrubbed, budget) ? REDACTED : scrubbed;
  }

  /** Whether keys stand encoded beside those that stand plainly. Where only a piece does, its neighbours may be the rest of it. */
  function isEncodedBeside(input: string, spans: readonly Span[], scrubbed: string, budget: Budget): boolean {
    const areWhole = spans.every(([start, end]) => sought.has(input.slice(start, end)));
    return finder().mayBeEncoded(areWhole ? scrubbed : input, budget);
  }

  function number(input: number, budget: Budget): unknown {
    // JSON has lost a number's leading zeros, and the last digits of a long one.
    if (sought.size === 0 || Math.abs(input) < SMALLEST_NUMBER) return input;
    const digits = String(input);
    return finder().isNumber(Math.abs(input)) || text(digits, budget) !== digits ? REDACTED : input;
  }

  function array(input: readonly unknown[], depth: number, budget: Budget): unknown[] {
    const copy: unknown[] = [];
    for (const entry of input) {
      copy.push(json(entry, depth + 1, budget));
      if (budget.steps < 0) break;
    }
    return withoutBytes(copy, budget) ?? copy;
  }

  /** A list without the keys that stand in its numbers as bytes; undefined where there are none. */
  function withoutBytes(list: readonly unknown[], budget: Budget): unknown[] | undefined {
    if (sought.size === 0 || !list.some((it) => typeof it === 'number')) return undefined;
    const bytes = fromBytes(list);
    const spans = finder().plainly(bytes, budget);
    if (isEncodedBeside(bytes, spans, without(bytes, spans), budget)) return [REDACTED];
    if (spans.length === 0) return undefined;
    const rest = [...list];
    for (const [start, end] of [...spans].reverse()) rest.splice(start, end - start, REDACTED);
    return rest;
  }

  function object(input: object, depth: number, budget: Budget): unknown {
    // A spread defines properties, so a `__proto__` entry stays an entry.
    const copy: Record<string, unknown> = { ...input };
    let renamed = false;
    let isIndexed = false;
    let done = 1;
    // `in` spares a list of the names; it shows inherited ones too, where someone has added to every object's prototype.
    for (const name in copy) {
      if (!Object.hasOwn(copy, name)) continue;
      const entry = copy[name];
      const scrubbed = json(entry, depth + 1, budget);
      if (scrubbed !== entry) copy[name] = scrubbed;
      if (budget.steps < 0)
        return Object.fromEntries(
          Object.entries(copy)
            .slice(0, done)
            .filter(([it]) => isKnown(it)),
        );
      if (done++ === 1) isIndexed = /^\d/.test(name);
      if (!isKnown(name)) renamed = !isInnocent(name, budget) || renamed;
    }
    // JSON writes a byte array as an object whose names are the indexes, which come first.
    if (isIndexed && withoutBytes(Object.values(copy), budget)) return REDACTED;
    return renamed
      ? Object.fromEntries(Object.entries(copy).map(([name, entry]) => [text(name, budget), entry]))
      : copy;
  }

  const isKnown = (name: string): boolean => name.length < SHORTEST_KEY || innocent.has(name);

  /** The same few names come again and again. */
  function isInnocent(name: string, budget: Budget): boolean {
    if (text(name, budget) !== name) return false;
    if (innocent.size < MAX_NAMES) innocent.add(name);
    return true;
  }

  function json(value: unknown, depth: number, budget: Budget): unknown {
    budget.steps -= EACH_ENTRY;
    if (budget.steps < 0) return REDACTED;
    if (typeof value === 'string') return text(value, budget);
    if (typeof value === 'number') return number(value, budget);
    if (typeof value === 'bigint') return text(String(value), budget) === String(value) ? value : REDACTED;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return REDACTED;
    return Array.isArray(value) ? array(value, depth, budget) : object(value, depth, budget);
  }

  /** Each error is copied once, and at most twenty of them: errors may hold each other in circles. */
  function cause(error: unknown, seen: Set<unknown>, budget: Budget): unknown {
    const scrub = (it: string): string => text(it, budget);
    if (typeof error === 'string') return scrub(error);
    if (!isErrorLike(error) || seen.has(error) || seen.size >= MAX_CAUSES) return undefined;
    seen.add(error);
    const inner = error.cause === undefined ? undefined : { cause: cause(error.cause, seen, budget) };
    const copy = new Error(scrub(error.message), inner);
    copy.name = scrub(error.name);
    const { stack, code, errors } = error;
    if (typeof stack === 'string') copy.stack = scrub(stack);
    if (typeof code === 'string') Object.assign(copy, { code: scrub(code) });
    if (Array.isArray(errors)) {
      Object.assign(copy, { errors: errors.map((it) => cause(it, seen, budget)).filter((it) => it !== undefined) });
    }
    return copy;
  }

  const budget = (): Budget => ({ steps: sought.size === 0 ? Number.POSITIVE_INFINITY : MOST_STEPS });
  return {
    text: (input) => text(input, budget()),
    json: (value) => json(value, 0, budget()),
    errors: <E extends { readonly message: string }>(errors: readonly E[]) =>
      array(errors, 0, budget()).map((it) => ({ message: REDACTED, ...(isRecord(it) && it) }) as unknown as E),
    cause: (error) => cause(error, new Set(), budget()),
    renew() {
      made = undefined;
      innocent.clear();
    },
  };
}

function without(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let rest = '';
  let done = 0;
  for (const [start, end] of spans) {
    rest += text.slice(done, start) + REDACTED;
    done = end;
  }
  return rest + text.slice(done);
}

function isErrorLike(value: unknown): value is Error & Record<string, unknown> {
  return isRecord(value) && typeof value['message'] === 'string' && typeof value['name'] === 'string';
}
