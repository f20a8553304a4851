/**
 * A text, or what one decoding made of it, as bytes; and for each byte the stretch of its source that it was written with.
 * A NUL is left out wherever it stands: neither a key nor an encoding holds one, and UTF-16 is ASCII with NULs between.
 */
export class Layer {
  bytes: Uint8Array = new Uint8Array(0);
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);
  length = 0;
  #symbols = { values: new Uint8Array(0), places: new Int32Array(0) };

  /** Empties it, with room for so many bytes. */
  clear(room: number): void {
    this.length = 0;
    if (room <= this.bytes.length) return;
    const size = Math.max(room, this.bytes.length * 2);
    this.bytes = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
  }

  /** Room for the symbols of a run that is being decoded into this layer, and where each stands. */
  symbols(room: number): { readonly values: Uint8Array; readonly places: Int32Array } {
    if (room > this.#symbols.values.length) {
      this.#symbols = { values: new Uint8Array(room * 2), places: new Int32Array(room * 2) };
    }
    return this.#symbols;
  }

  /** Whether these bytes stand in the source just so, side by side. */
  isVerbatim(start: number, end: number): boolean {
    return (this.ends[end - 1] ?? 0) - (this.starts[start] ?? 0) === end - start;
  }

  put(byte: number, start: number, end: number): void {
    if (byte === 0) return;
    this.bytes[this.length] = byte;
    this.starts[this.length] = start;
    this.ends[this.length++] = end;
  }
}

/** Stands for whatever is not ASCII: no key and no encoding holds it. */
export const FOREIGN = 0x7f;
