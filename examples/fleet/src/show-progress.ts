import type { WriteStream } from 'node:tty';
import { type Progress, progressLine } from './progress-line.js';

/** Shows progress on one line of a terminal; elsewhere it prints a line every few seconds. */
export class ProgressDisplay {
  readonly #stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean };
  #printedAt = Number.NEGATIVE_INFINITY;

  constructor(stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }) {
    this.#stream = stream;
  }

  show(progress: Progress, now: number): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[K${progressLine(progress, true)}`);
    else if (now - this.#printedAt >= 5_000) {
      this.#printedAt = now;
      this.#stream.write(`${progressLine(progress, false)}\n`);
    }
  }

  /** Makes room for a line of another kind. */
  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K');
  }
}
