import { expect, test } from 'vitest';
import { createRedactor, REDACTED } from '../../src/redaction/redact.ts';
import { canBeRead, type Life, lifeOf } from './spellings.ts';

const full = process.env['CONTROL_API_SDK_FULL'] === '1';
const lives = Number(process.env['REDACT_LIVES'] ?? (full ? 1_000_000 : 5_000));
const firstSeed = Number(process.env['REDACT_SEED'] ?? 1);

/** What is wrong with how a text was scrubbed, or undefined. Only the text's maker knows where the key stands in it. */
function faultOf({ key, chain, before, encoded, after }: Life): string | undefined {
  const scrubbed = createRedactor([key]).text(before + encoded + after);
  if (scrubbed === REDACTED) return undefined;
  // Where the encodings change nothing, as percent signs in a key of letters, it stands plainly: the text beside it stays.
  if (!scrubbed.includes(REDACTED)) return 'nothing was redacted';
  if (!scrubbed.startsWith(before.slice(0, -8)) || !scrubbed.endsWith(after.slice(8))) return 'innocent text was lost';
  const rest = scrubbed.slice(Math.max(0, before.length - 8), scrubbed.length - Math.max(0, after.length - 8));
  return rest.split(REDACTED).some((piece) => canBeRead(piece, key, chain)) ? 'a piece of the key is left' : undefined;
}

test(`of ${lives} keys in random chains of encodings, none is left`, { timeout: 3_600_000 }, () => {
  const faults: unknown[] = [];
  for (let seed = firstSeed; seed < firstSeed + lives && faults.length < 10; seed++) {
    const life = lifeOf(seed);
    const fault = faultOf(life);
    if (fault !== undefined) faults.push({ fault, seed, ...life });
  }
  expect(faults).toEqual([]);
});
