import { expect, test } from 'vitest';
import { TransportFailure } from '../../src/transport/transport.ts';
import { laboratory, query } from '../helpers/laboratory.ts';

const reset = new TransportFailure('network', 'service');

test.each([
  [0, [0, 250, 750, 1_750]],
  [0.5, [0, 375, 1_125, 2_625]],
  [0.999, [0, 499, 1_498, 3_497]],
])('the waits grow with each attempt, with equal jitter (chance %d)', async (random, expected) => {
  const lab = laboratory([reset, reset, reset], { maxRetries: 3 }, { random: () => random });
  const answer = lab.settled(query);
  await lab.clock.advance(4_000);
  expect(await answer).toMatchObject({ meta: { attempts: 4 } });
  expect(lab.at).toEqual(expected);
  expect(lab.clock.due).toEqual([]);
});

test('a query on a closed kept connection is repeated at once, and waits only after a failure on a new one', async () => {
  const ended = new TransportFailure('network', 'dead-connection');
  const lab = laboratory([ended, reset], {}, { random: () => 0 });
  const answer = lab.settled(query);
  await lab.clock.advance(1_000);
  expect(await answer).toMatchObject({ meta: { attempts: 3 } });
  expect(lab.at).toEqual([0, 0, 500]);
});
