/** An object of git. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  /** The path of a file; empty for a commit or a tag. */
  readonly path: string;
  /** It can be read once, before the next object. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The objects in the output of `git cat-file --batch='%(objectname) %(objecttype) %(objectsize) %(rest)'`, as they arrive. It
 * keeps no more than one line.
 */
export async function* gitObjects(output: AsyncIterable<Buffer>): AsyncGenerator<GitObject> {
  const chunks = output[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  let left = 0;

  async function isMore(): Promise<boolean> {
    while (chunk.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return false;
      chunk = value;
    }
    return true;
  }

  function take(size: number): Buffer {
    const part = chunk.subarray(0, size);
    chunk = chunk.subarray(part.length);
    return part;
  }

  async function* rest(): AsyncGenerator<Buffer> {
    while (left > 0 && (await isMore())) {
      const part = take(left);
      left -= part.length;
      yield part;
    }
  }

  let head: Buffer = Buffer.alloc(0);
  while (await isMore()) {
    const end = chunk.indexOf('\n');
    head = Buffer.concat([head, take(end < 0 ? chunk.length : end)]);
    if (end < 0) continue;
    take(1);
    const [, id = '', type = '', size = '', path = ''] = /^(\S+) (\S+) (\d+) ?(.*)$/.exec(head.toString('utf8')) ?? [];
    head = Buffer.alloc(0);
    // Such as `<id> missing`, in a partial clone: nothing follows.
    if (id === '') continue;
    left = Number(size);
    yield { id, type, path, content: rest() };
    for await (const _ of rest());
    // A line break ends each object.
    if (await isMore()) take(1);
  }
}
