interface PageOf<Node> {
  readonly nodes: readonly Node[];
}

/** The nodes of pages, one by one. Written out, since a generator costs several times as much for each node. */
export class NodeIterator<Node> implements AsyncIterableIterator<Node> {
  readonly #pages: AsyncIterator<PageOf<Node>>;
  #nodes: readonly Node[] = [];
  #index = 0;
  /** The last `next()` that had to wait for a page: calls made meanwhile stand in line behind it. */
  #waiting: Promise<unknown> | undefined;

  constructor(pages: AsyncIterator<PageOf<Node>>) {
    this.#pages = pages;
  }

  next(): Promise<IteratorResult<Node, undefined>> {
    const node = this.#waiting ? undefined : this.#take();
    if (node) return Promise.resolve(node);
    const turn = (this.#waiting ?? Promise.resolve()).then(
      () => this.#advance(),
      () => this.#advance(),
    );
    const done = () => {
      if (this.#waiting === turn) this.#waiting = undefined;
    };
    this.#waiting = turn;
    turn.then(done, done);
    return turn;
  }

  async return(): Promise<IteratorResult<Node, undefined>> {
    this.#nodes = [];
    this.#index = 0;
    await this.#pages.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): IteratorYieldResult<Node> | undefined {
    if (this.#index >= this.#nodes.length) return undefined;
    return { done: false, value: this.#nodes[this.#index++] as Node };
  }

  async #advance(): Promise<IteratorResult<Node, undefined>> {
    for (;;) {
      const node = this.#take();
      if (node) return node;
      const page = await this.#pages.next();
      if (page.done) return { done: true, value: undefined };
      this.#nodes = page.value.nodes;
      this.#index = 0;
    }
  }
}
