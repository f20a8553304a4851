import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { found } from './found.ts';
import { makePlan } from './make-plan.ts';
import { type Plan, sizeOf } from './plan.ts';
import { plantedBugs } from './planted.ts';
import { describeFailure, simulate } from './run.ts';
import { shrink } from './shrink.ts';
import { live } from './world.ts';

test('1,000 calls with faults at any moment keep every promise', async () => {
  const { lives, faults, failure } = await simulate(1_000, 1);
  expect(failure && (await describeFailure(failure))).toBeUndefined();
  expect(lives).toBe(1_000);
  // A world without faults would prove nothing.
  expect(faults.size).toBeGreaterThan(150);
});

test.each(Object.entries(found))('a recorded life keeps every promise: %s', async (_, plan) => {
  expect((await live(plan)).violations).toEqual([]);
});

test('the same seed is the same life, to the last delivery', async () => {
  const once = await live(makePlan(7, 100));
  const again = await live(makePlan(7, 100));
  expect(once.journal.deliveries.length).toBeGreaterThan(40);
  expect(again.journal.deliveries).toEqual(once.journal.deliveries);
  expect(again.calls).toEqual(once.calls);
  expect(makePlan(8, 100).events).not.toEqual(makePlan(7, 100).events);
});

test('a failure shrinks to its cause', async () => {
  const isIt = ({ events }: Plan) =>
    events.some((it) => it.type === 'rotation') &&
    events.some((it) => it.type === 'call' && it.deliveries.some(({ line }) => line === 'lost')) &&
    events.some((it) => it.type === 'key' && it.how === 'stale');
  const plan = Array.from({ length: 100 }, (_, seed) => makePlan(seed, 250)).find(isIt) ?? expect.unreachable();
  expect(sizeOf(plan)).toBeGreaterThan(100);
  const small = await shrink(plan, async (candidate) => isIt(candidate));
  expect(isIt(small)).toBe(true);
  expect(sizeOf(small)).toBe(4);
});

test('each planted bug has its one place in the source', () => {
  const source = join(import.meta.dirname, '../../src');
  const lost = plantedBugs.flatMap(({ edits }) =>
    edits.filter(({ file, find }) => readFileSync(join(source, file), 'utf8').split(find).length !== 2),
  );
  expect(lost).toEqual([]);
});
