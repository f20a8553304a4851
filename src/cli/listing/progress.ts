import type { CliIo } from '../io.ts';
import { counted } from './listing.ts';

/** How often the line is written anew, and how long a list takes before there is one, in milliseconds. */
const everyMs = 200;
const afterMs = 500;

/**
 * Passes pages on, and shows on a terminal how many items came and how fast, in one line on stderr that is gone at the end.
 */
export async function* withProgress(
  pages: AsyncIterable<readonly unknown[]>,
  noun: string,
  io: CliIo,
): AsyncGenerator<readonly unknown[]> {
  if (!io.stderr.isTTY || io.env['TERM'] === 'dumb') {
    yield* pages;
    return;
  }
  const begun = io.now();
  let shown = Number.NEGATIVE_INFINITY;
  let count = 0;
  try {
    for await (const page of pages) {
      count += page.length;
      const now = io.now();
      const elapsed = now - begun;
      if (elapsed >= afterMs && now - shown >= everyMs) {
        shown = now;
        const rate = Math.round((count * 1000) / elapsed).toLocaleString('en');
        io.stderr.write(`\r\u001b[K${counted(count, noun)}, ${rate} a second`);
      }
      yield page;
    }
  } finally {
    if (shown > Number.NEGATIVE_INFINITY) io.stderr.write('\r\u001b[K');
  }
}
