interface PageOf<Node> {
  readonly nodes: readonly Node[];
}

/** The nodes of pages, one by one. Written out, since a generator costs several times as much for each node. */
export function nodesOneByOne<Node>(pages: AsyncIterator<PageOf<Node>>): AsyncIterableIterator<Node> {
  let nodes: readonly Node[] = [];
  let index = 0;
  /** The last `next()` that had to wait for a page: calls made meanwhile stand in line behind it. */
  let waiting: Promise<unknown> | undefined;

  const take = (): IteratorYieldResult<Node> | undefined =>
    index < nodes.length ? { done: false, value: nodes[index++] as Node } : undefined;

  const advance = async (): Promise<IteratorResult<Node, undefined>> => {
    for (;;) {
      const node = take();
      if (node) return node;
      const page = await pages.next();
      if (page.done) return { done: true, value: undefined };
      nodes = page.value.nodes;
      index = 0;
    }
  };

  return {
    next() {
      const node = waiting ? undefined : take();
      if (node) return Promise.resolve(node);
      const turn = (waiting ?? Promise.resolve()).then(advance, advance);
      const done = () => {
        if (waiting === turn) waiting = undefined;
      };
      waiting = turn;
      turn.then(done, done);
      return turn;
    },
    async return() {
      nodes = [];
      await pages.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
