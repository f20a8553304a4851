import type { Population } from './population.ts';
import { keep } from './state.ts';
import type { Placed } from './thing.ts';

/** The steps of a change, made only when all of them are known to be possible. */
export type Steps = (() => void)[];

/** The step that sets a value of an object. */
export function settingOf(
  population: Population,
  { family, index }: Pick<Placed, 'family' | 'index'>,
  key: string,
  value: unknown,
): () => void {
  return () => keep(population.state(family), index, key, value);
}
