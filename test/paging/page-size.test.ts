import { expect, test } from 'vitest';
import { ControlApiError } from '../../src/errors.ts';
import { PageSize } from '../../src/paging/page-size.ts';

/** The sizes of the pages up to this total, if a page above `max` fails. */
function sizesOf(total: number, max: number, why: 'refused' | 'passing' = 'refused'): readonly number[] {
  const size = new PageSize(100);
  const asked: number[] = [];
  for (let came = 0; came < total; ) {
    asked.push(size.asked);
    if (size.asked > max) {
      if (!size.lighten(why)) throw new Error('one node failed');
      continue;
    }
    came += size.asked;
    size.came();
  }
  return asked;
}

test.each([
  [100, [100, 100, 100]],
  [50, [100, 10, 20, 40, 50, 50, 50, 50]],
  [30, [100, 10, 20, 40, 4, 8, 16, ...Array(9).fill(20)]],
  [10, [100, 10, 20, 2, 4, 8, ...Array(21).fill(10)]],
])('the sizes of the pages for 230 nodes of a service with the maximum %i are %j', (max, sizes) => {
  expect(sizesOf(230, max)).toEqual(sizes);
});

test('the size of a page leads to the end for every maximum', () => {
  for (let max = 1; max <= 100; max++) {
    const asked = sizesOf(230, max);
    expect(asked.length).toBeLessThan(3 * (230 / max) + 12);
  }
});

test('the size of a page is the full one again ten pages after a passing failure', () => {
  const size = new PageSize(100);
  size.lighten('passing');
  const sizes: number[] = [];
  for (let page = 0; page < 14; page++) {
    sizes.push(size.asked);
    size.came();
  }
  expect(sizes).toEqual([10, 20, 40, ...Array(7).fill(50), 100, 100, 100, 100]);
});

test('the size of a page of one node stays, and its error says which sizes failed', () => {
  const size = new PageSize(100);
  expect([size.lighten('refused'), size.lighten('refused'), size.lighten('refused')]).toEqual([true, true, false]);
  const error = size.withSizes(new ControlApiError('graphql', 'It failed.'));
  expect(error).toMatchObject({ message: 'It failed. It failed with a `pageSize` of 100, 10 and 1.' });
});

test('an error of the first size says nothing of sizes', () => {
  const error = new ControlApiError('graphql', 'It failed.');
  const { message } = error;
  expect(new PageSize(1).withSizes(error)).toMatchObject({ message });
});
