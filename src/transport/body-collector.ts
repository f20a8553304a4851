/** Collects the pieces of a body, within a limit. */
export class BodyCollector {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a piece; false when that is more than the limit: then only what fits is kept. */
  add(piece: Uint8Array): boolean {
    const room = this.#maxBytes - this.#bytes;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#bytes += kept.length;
    // A piece costs about a hundred bytes beside its own: a stream of tiny ones must not cost a multiple of the limit.
    if (this.#pieces.push(kept) > 1024 + this.#bytes / 64) this.#pieces = [this.take()];
    return kept === piece;
  }

  /** Hands out the body, as far as it was added, and holds none of it any longer. */
  take(): Uint8Array {
    const pieces = this.#pieces;
    const [only] = pieces;
    this.#pieces = [];
    if (only && pieces.length === 1) return only;
    const body = new Uint8Array(this.#bytes);
    let offset = 0;
    for (const piece of pieces) {
      body.set(piece, offset);
      offset += piece.length;
    }
    return body;
  }
}
