import { expect, test } from 'vitest';
import { keptRequests } from '../../src/emulator/request-log.ts';

const requests = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    ...{ operationName: undefined, kind: 'query' as const, variables: { nth } },
    ...{ authorization: 'accepted' as const, faults: [], notes: [] },
  }));

test.each([
  [0, 0, undefined],
  [99_999, 99_999, 0],
  [100_000, 90_000, 10_000],
])('of %i requests, an emulator keeps %i beside the next one', (count, left, first) => {
  const kept = keptRequests(requests(count));
  expect([kept.length, kept[0]?.variables['nth']]).toEqual([left, first]);
});
