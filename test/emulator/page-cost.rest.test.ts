import { Session } from 'node:inspector/promises';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    endCursor: string;
    startCursor: string;
  };
  readonly totalCount: number;
}

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

describe('the cost of a page', () => {
  test.each([
    ['in the default order', ''],
    ['that is filtered and sorted', 'filter: { status: OFFLINE }, orderBy: { field: NAME, direction: DESC }'],
  ])('a page of a list %s costs the same for 1,000 and 100,000 objects, also after a delete', async (_, args) => {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    const measured = [];
    for (const total of [1_000, 100_000]) {
      await using emulator = await startEmulator({
        ...{ schema: 'test/fixtures/control.graphql', devices: total, listen: false },
      });
      const ask = async (query: string) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
        const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
        const { data, errors } = await (await emulator.fetch(`${emulator.url}/graphql`, init)).json();
        expect(errors).toBeUndefined();
        return data;
      };
      const page = async (after: string): Promise<Page> =>
        (
          await ask(`{ team { devices(first: 50, after: "${after}" ${args}) {
          nodes { id status } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } } }`)
        ).team.devices;
      const remove = async ({ nodes: [node] }: Page) =>
        ask(`mutation { deleteDevice(id: "${node?.id}") { __typename } }`);
      const first: Page = (
        await ask(`{ team { devices(first: 50 ${args}) {
        nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      } } }`)
      ).team.devices;
      const second = await page(first.pageInfo.endCursor);
      await remove(second);
      const { totalCount } = await page(second.pageInfo.endCursor);
      expect(totalCount).toBe(first.totalCount - 1);
      const third = await page(second.pageInfo.startCursor);
      measured.push([
        await stepsOf(session, () => page(third.pageInfo.endCursor)),
        await stepsOf(session, () => remove(first)),
        await stepsOf(session, () => page(first.pageInfo.startCursor)),
      ]);
    }
    session.disconnect();
    const [short = [], long = []] = measured;
    for (const [at, steps] of long.entries()) expect(steps / (short[at] ?? 0)).toBeLessThanOrEqual(2);
  });
});
