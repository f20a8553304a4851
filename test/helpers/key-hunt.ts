import { inspect } from 'node:util';

/** Shorter pieces of a secret count as coincidence. */
const PIECE = 10;

/**
 * The places in `value` where a piece of `secret` can be read by a logger or a debugger: printed, serialized, cloned, spread, or
 * walked through prototypes, symbols and accessors.
 *
 * It decodes its finds (base64 at every offset, percent and JSON escapes) instead of encoding the secret, so it shares no code
 * path with the redaction under test.
 */
export function whereRevealed(value: unknown, secret: string): string[] {
  const found: string[] = [];
  const searched = new Set<string>();
  const look = (where: string, text: () => unknown): void => {
    let seen: unknown;
    try {
      seen = text();
    } catch {
      return; // What throws shows nothing.
    }
    if (typeof seen !== 'string' || searched.has(seen)) return;
    searched.add(seen);
    if (reveals(seen, secret)) found.push(`${where}: ${excerpt(seen, secret)}`);
  };
  // Below a hundred levels, the walk finds what printing would.
  const printed = (it: unknown): string =>
    inspect(it, {
      depth: 100,
      compact: true,
      showHidden: true,
      getters: true,
      maxArrayLength: null,
      maxStringLength: null,
    });

  look('inspect', () => printed(value));
  look('String', () => String(value));
  look('JSON', () => JSON.stringify(value));
  look('structuredClone', () => printed(structuredClone(value)));
  if (typeof value === 'object' && value !== null) {
    look('spread', () => JSON.stringify({ ...value }));
    look('JSON of own names', () => JSON.stringify(value, Object.getOwnPropertyNames(value)));
  }
  for (const [path, text] of strings(value)) look(path, () => text);
  return found;
}

/** Whether a piece of `secret` can be read in `text`, plain or in an encoding of servers and loggers. */
export function reveals(text: string, secret: string): boolean {
  const holds = searchFor(secret);
  let layer = text;
  for (let depth = 0; depth < 3; depth++) {
    if (holds(layer)) return true;
    for (const run of layer.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []) {
      for (let offset = 0; offset < 4; offset++) {
        if (holds(Buffer.from(run.slice(offset), 'base64').toString('latin1'))) return true;
      }
    }
    const next = unescaped(layer);
    if (next === layer) return false;
    layer = next;
  }
  return holds(layer);
}

let latest: readonly [secret: string, pattern: RegExp] | undefined;

/** One pattern for all pieces of a secret, cached for the last secret. */
function searchFor(secret: string): (text: string) => boolean {
  if (latest?.[0] !== secret) {
    const pieces = Array.from({ length: Math.max(1, secret.length - PIECE + 1) }, (_, at) =>
      secret.slice(at, at + PIECE),
    );
    latest = [secret, new RegExp(pieces.map((piece) => piece.replace(/[^A-Za-z0-9]/g, '\\$&')).join('|'))];
  }
  const [, pattern] = latest;
  return (text) => pattern.test(text);
}

function unescaped(text: string): string {
  return text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1');
}

function excerpt(text: string, secret: string): string {
  const at = Math.max(0, text.indexOf(secret.slice(0, PIECE)));
  return text.slice(Math.max(0, at - 60), at + 60);
}

/** Shared objects of every program, which contain no secret. */
const BUILTIN: ReadonlySet<object> = new Set([Object.prototype, Array.prototype, Function.prototype, Error.prototype]);

/** Every string that is reachable from a value by own and inherited keys, symbols, accessors, entries and bytes. */
function* strings(root: unknown): Generator<readonly [path: string, text: string]> {
  const seen = new Set<unknown>();
  const queue: (readonly [path: string, value: unknown])[] = [['value', root]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') yield [path, value];
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) yield [path, bytesOf(value).toString('latin1')];
    if (value instanceof Map || value instanceof Set) queue.push([`${path}.entries`, [...value]]);
    for (
      let owner: object | null = value;
      owner !== null && !BUILTIN.has(owner);
      owner = Object.getPrototypeOf(owner)
    ) {
      for (const key of Reflect.ownKeys(owner)) {
        const here = `${path}[${String(key)}]`;
        yield [`${here} (the name)`, String(key)];
        try {
          queue.push([here, Reflect.get(owner, key, value)]);
        } catch {
          // An accessor that throws for this receiver shows nothing.
        }
      }
    }
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
