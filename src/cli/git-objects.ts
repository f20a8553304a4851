import { type KeyPattern, KeySearch } from './key-pattern.ts';

/** An object of git that contains the key. */
export interface FoundObject {
  readonly id: string;
  readonly type: string;
  /** The path of a file; empty for a commit or a tag. */
  readonly path: string;
}

/**
 * Searches the output of `git cat-file --batch='%(objectname) %(objecttype) %(objectsize) %(rest)'`, object by object, as it
 * arrives. It keeps one line, or less than a key's length of an object.
 */
export async function* searchObjects(output: AsyncIterable<Buffer>, pattern: KeyPattern): AsyncGenerator<FoundObject> {
  let head: Buffer = Buffer.alloc(0);
  let object: FoundObject | undefined;
  let search = new KeySearch(pattern);
  let left = 0;
  for await (let chunk of output) {
    while (chunk.length > 0) {
      if (object === undefined) {
        const end = chunk.indexOf('\n');
        head = Buffer.concat([head, end < 0 ? chunk : chunk.subarray(0, end)]);
        if (end < 0) break;
        chunk = chunk.subarray(end + 1);
        const [, id = '', type = '', size = '', path = ''] =
          /^(\S+) (\S+) (\d+) ?(.*)$/.exec(head.toString('utf8')) ?? [];
        head = Buffer.alloc(0);
        // Such as `<id> missing`, in a partial clone: nothing follows.
        if (id === '') continue;
        object = { id, type, path };
        search = new KeySearch(pattern);
        left = Number(size);
      }
      const part = chunk.subarray(0, left);
      search.add(part);
      left -= part.length;
      chunk = chunk.subarray(part.length);
      // A line break ends each object.
      if (left > 0 || chunk.length === 0) continue;
      chunk = chunk.subarray(1);
      if (search.found) yield object;
      object = undefined;
    }
  }
}
