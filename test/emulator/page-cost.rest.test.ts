import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { type Any, asker } from './world/reads/judge.ts';

/** How many functions of the emulator an action calls: steps instead of time, so that a busy machine changes nothing. */
async function stepsOf(session: Session, action: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/emulator/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges: [whole] }) => whole?.count ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

test.each([
  ['in the default order', ''],
  ['that is filtered and sorted', 'filter: { status: OFFLINE }, orderBy: { field: NAME, direction: DESC }'],
])('a page of a list %s costs the same for 1,000 and 100,000 objects, also after a delete', async (_, args) => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const measured = [];
  for (const total of [1_000, 100_000]) {
    const { ask } = await asker('test/fixtures/control.graphql', { devices: total });
    const page = async (place = ''): Promise<Any> =>
      (
        await ask(`{ team { devices(first: 50 ${place} ${args}) {
          nodes { id status } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } } }`)
      ).team.devices;
    const after = (cursor: string) => page(`after: "${cursor}"`);
    const remove = async ({ nodes: [{ id }] }: Any) => ask(`mutation { deleteDevice(id: "${id}") { __typename } }`);
    const first = await page();
    const second = await after(first.pageInfo.endCursor);
    await remove(second);
    const { totalCount } = await after(second.pageInfo.endCursor);
    expect(totalCount).toBe(first.totalCount - 1);
    const third = await after(second.pageInfo.startCursor);
    measured.push([
      await stepsOf(session, () => after(third.pageInfo.endCursor)),
      await stepsOf(session, () => remove(first)),
      await stepsOf(session, () => after(first.pageInfo.startCursor)),
    ]);
  }
  session.disconnect();
  const [short = [], long = []] = measured;
  for (const [at, steps] of long.entries()) expect(steps / (short[at] ?? 0)).toBeLessThanOrEqual(2);
});
