import { expect, test } from 'vitest';
import { isControlApiError } from '../../src/index.ts';
import { laboratory, networkFailure } from '../helpers/laboratory.ts';

const documents = ['query List { team { devices { nodes { id } } } }', 'mutation Rename { rename { id } }'];

/** Makes simultaneous calls while nothing listens until `gapMs`, and returns the number of failures. */
async function failedOf(gapMs: number, code: string, calls = 40): Promise<number> {
  let [down, chance] = [true, 0];
  const random = () => (chance = (chance + 0.618) % 1);
  const lab = laboratory(() => (down ? networkFailure(code) : 'well'), {}, { random });
  const ended = Array.from({ length: calls }, (_, at) => lab.settled(documents[at % 2] ?? ''));
  await lab.clock.advance(gapMs);
  down = false;
  await lab.clock.advance(30_000);
  return (await Promise.all(ended)).filter((it) => isControlApiError(it)).length;
}

test.each([
  [250, 'ECONNREFUSED'],
  [500, 'ECONNREFUSED'],
  [1_000, 'ECONNREFUSED'],
  [1_500, 'ENOTFOUND'],
])('a gap of %i ms (%s) fails no call, neither a query nor a mutation', async (gapMs, code) => {
  expect(await failedOf(gapMs, code)).toBe(0);
});
