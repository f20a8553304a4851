/** One kill: when so many have arrived at the service, and then so much later, this process. */
export interface Kill {
  readonly role: 'producer' | 'worker';
  /** Which of the workers. */
  readonly index: number;
  /** After how many pages (producer) or mutations (worker). */
  readonly after: number;
  /** Milliseconds. */
  readonly delayMs: number;
}

/** How much there is to kill. */
export interface KillScope {
  readonly seed: number;
  readonly pages: number;
  readonly mutations: number;
  readonly workers: number;
  readonly producerKills: number;
  readonly workerKills: number;
}

/** Random moments, the same for the same seed: all over the list for the producer, all over the work for the workers. */
export function planKills({ seed, pages, mutations, workers, producerKills, workerKills }: KillScope): readonly Kill[] {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const producer = Array.from({ length: producerKills }, (): Kill => {
    return { role: 'producer', index: 0, after: 1 + below(pages), delayMs: below(6) };
  });
  const others = Array.from({ length: workerKills }, (): Kill => {
    return { role: 'worker', index: below(workers), after: 1 + below(mutations), delayMs: below(20) };
  });
  return [...producer, ...others].sort((a, b) => a.after - b.after);
}

/** Numbers from 0 to 1, by the algorithm mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
