/** A line of a file. */
export interface Line {
  readonly text: string;
  /** Whether its end was read, too: a process that is killed leaves a part of one. */
  readonly isWhole: boolean;
}

/** The lines of a stream. Only `\n` ends one, since JSON holds all other ends as they are. One line is in memory at a time. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      yield { text: bytes.toString('utf8', start, at), isWhole: true };
      start = at + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { text: Buffer.from(rest).toString('utf8'), isWhole: false };
}
