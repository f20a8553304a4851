import type { Thing } from './thing.ts';

/** A list whose objects are made on demand: a page of a long list costs no more than a page. */
export interface Series {
  readonly length: number;
  at(position: number): Thing;
}

/** A series of nothing. */
export const emptySeries: Series = { length: 0, at: () => missingItem() };

/** A list of these objects. */
export function seriesOf(things: readonly Thing[]): Series {
  return { length: things.length, at: (position) => things[position] ?? missingItem() };
}

/** Numbers from `start` in steps, without some of them: `without` is sorted and holds only numbers that are in it. */
export function progression(
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  without: readonly number[],
  then: readonly number[],
  make: (index: number) => Thing,
): Series {
  const left = count - without.length;
  // The n-th that is left: as many of those that are out come before it as keep their place at or below it.
  const places = without.map((index, out) => (index - start) / step - out);
  const skip = (position: number): number => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    length: left + then.length,
    at: (position) =>
      make(position < left ? start + (position + skip(position)) * step : (then[position - left] ?? -1)),
  };
}

/** Several lists as one, by turns: the first of each, then the second of each. */
export function interleaved(lists: readonly Series[]): Series {
  const [only, ...others] = lists.filter(({ length }) => length > 0);
  if (only === undefined) return emptySeries;
  if (others.length === 0) return only;
  const full = [only, ...others];
  const heights = [...new Set(full.map(({ length }) => length))].sort((one, other) => one - other);
  let [from, row] = [0, 0];
  const bands = heights.map((height) => {
    const alive = full.filter(({ length }) => length >= height);
    const band = { from, row, alive };
    from += alive.length * (height - row);
    row = height;
    return band;
  });
  return {
    length: from,
    at(position) {
      const band = bands.findLast((each) => each.from <= position) ?? missingItem();
      const inBand = position - band.from;
      const list = band.alive[inBand % band.alive.length] ?? missingItem();
      return list.at(band.row + Math.floor(inBand / band.alive.length));
    },
  };
}

/** Those objects of a list whose positions are given. */
export function selected(list: Series, positions: Uint32Array): Series {
  return { length: positions.length, at: (position) => list.at(positions[position] ?? missingItem()) };
}

function missingItem(): never {
  throw new RangeError('The list has no item there.');
}
