/** An object of git. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  /** The path of a file; empty for a commit or a tag. */
  readonly path: string;
  /** Undefined for one that is too large to be kept in memory. */
  readonly content: Buffer | undefined;
}

/** A larger content is not read into memory, in bytes. */
export const largestObject: number = 2 ** 29;

/** The format of `git cat-file --batch` that {@link gitObjects} reads. */
export const batchFormat = '--batch=%(objectname) %(objecttype) %(objectsize) %(rest)';

/** The objects in the output of `git cat-file`, as they arrive. */
export async function* gitObjects(output: AsyncIterable<Buffer>): AsyncGenerator<GitObject> {
  let head: Omit<GitObject, 'content'> | undefined;
  let parts: Buffer[] = [];
  let left = 0;
  let isKept = true;
  for await (let chunk of output) {
    while (chunk.length > 0) {
      const end = head === undefined ? chunk.indexOf('\n') : left - 1;
      const part = chunk.subarray(0, end < 0 ? chunk.length : end + 1);
      chunk = chunk.subarray(part.length);
      left -= part.length;
      if (isKept) parts.push(part);
      if (head !== undefined ? left > 0 : end < 0) continue;
      // A line break ends each head, and each content.
      const whole = Buffer.concat(parts).subarray(0, -1);
      parts = [];
      if (head === undefined) {
        // Such as `<id> missing`, in a partial clone: nothing follows.
        const [, id, type = '', size, path = ''] = /^(\S+) (\S+) (\d+) ?(.*)$/.exec(whole.toString('utf8')) ?? [];
        if (id !== undefined) head = { id, type, path };
        left = Number(size) + 1;
        isKept = id === undefined || left <= largestObject;
      } else {
        yield { ...head, content: isKept ? whole : undefined };
        head = undefined;
        isKept = true;
      }
    }
  }
}
