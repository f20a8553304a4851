import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createControlClient, type ListPosition, type Paginated } from '../../src/index.ts';
import { DevicesByCursor } from '../helpers/by-cursor.ts';
import { ChangingService, type Kind } from './changing-service.ts';

interface Named {
  readonly id: string | null;
}

let service: ChangingService;
beforeAll(async () => {
  service = await ChangingService.start(57);
});
beforeEach(() => {
  service.schedule = ['paged by String'];
});
afterAll(() => service[Symbol.asyncDispose]());

const client = () => createControlClient({ baseUrl: service.url, apiKey: 'a-key-of-some-length' });
const restart = (stored: string | undefined) =>
  stored === undefined ? undefined : (JSON.parse(stored) as ListPosition);

/** Handles nodes until it crashes, and stores its position after each, like a program that is restarted. */
async function handleUntilCrash(list: Paginated<Named>, handled: unknown[], crashAfter: number) {
  let stored: string | undefined;
  for await (const page of list.pages()) {
    for (const [index, { id }] of page.nodes.entries()) {
      if (crashAfter-- === 0) return stored;
      handled.push(id);
      stored = JSON.stringify({ ...page.start, skip: page.start.skip + index + 1 });
    }
  }
  return 'whole';
}

async function withCrashes(read: (from: ListPosition | undefined) => Paginated<Named>, crashes: readonly number[]) {
  const handled: unknown[] = [];
  let stored: string | undefined;
  for (const crashAfter of [...crashes, Number.POSITIVE_INFINITY]) {
    stored = (await handleUntilCrash(read(restart(stored)), handled, crashAfter)) ?? stored;
    if (stored === 'whole') break;
  }
  return handled;
}

describe('after crashes in the middle of pages, every node is handled exactly once', () => {
  const crashes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 });
  const sizes = fc.integer({ min: 1, max: 60 });

  test('devices() handles every node exactly once after crashes in the middle of pages, whatever their sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Kind>('whole', 'paged by String', 'paged by Int'),
        crashes,
        fc.array(sizes, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        async (kind, after, [...pageSizes], prefetch) => {
          service.schedule = [kind];
          await using control = client();
          const read = (from?: ListPosition) => control.devices({ from, prefetch, pageSize: pageSizes.pop() });
          expect(await withCrashes(read, after)).toEqual(service.ids);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('paginate() handles every node exactly once after crashes in the middle of pages', async () => {
    await using control = client();
    await fc.assert(
      fc.asyncProperty(crashes, sizes, async (after, first) => {
        expect(await withCrashes((from) => control.paginate(DevicesByCursor, { first }, { from }), after)).toEqual(
          service.ids,
        );
      }),
      { numRuns: 20 },
    );
  });

  test('paginate() resumes from the position in its variables', async () => {
    await using control = client();
    const variables = { first: 10, after: '30' };
    expect(await withCrashes((from) => control.paginate(DevicesByCursor, variables, { from }), [5, 8])).toEqual(
      service.ids.slice(30),
    );
  });
});

test('a page says where it begins', async () => {
  await using control = client();
  const starts: unknown[] = [];
  for await (const { start } of control.devices({ pageSize: 20, from: { cursor: '5', skip: 22 } }).pages()) {
    starts.push(start);
  }
  expect(starts).toEqual([
    { cursor: '5', skip: 22 },
    { cursor: '25', skip: 2 },
    { cursor: '45', skip: 0 },
  ]);
});
