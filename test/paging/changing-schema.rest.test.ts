import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ControlClient, createControlClient, devicesOperations, isControlApiError } from '../../src/index.ts';
import { cases } from '../helpers/cases.ts';
import { ChangingService, type Kind, kinds } from './changing-service.ts';

const apiKey = 'a-key-that-never-leaves-0123456789';
const ALL = { limit: Number.POSITIVE_INFINITY };

let service: ChangingService;
beforeAll(async () => {
  service = await ChangingService.start(250);
});
beforeEach(() => {
  service.refusalStatus = 200;
  service.names();
});
afterAll(() => service[Symbol.asyncDispose]());

const clientOf = (): ControlClient => createControlClient({ baseUrl: service.url, apiKey, maxRetries: 0 });
const readable = kinds.filter((kind) => !kind.startsWith('cut'));

async function idsOf(client: ControlClient): Promise<readonly unknown[]> {
  return (await client.devices().toArray(ALL)).map(({ id }) => id);
}

test('devices() goes on by pages as it began, even if another reading found another way', async () => {
  await using client = clientOf();
  service.schedule = ['paged by String'];
  const pages = client.devices().pages();
  expect((await pages.next()).value?.nodes).toHaveLength(100);
  service.schedule = ['paged by ID'];
  expect(await idsOf(client)).toEqual(service.ids);
  await expect(pages.next()).rejects.toMatchObject({
    code: 'incomplete_list',
    message: expect.stringContaining('the schema changed while the list was read'),
  });
});

test('devices() learns the types behind an interface once', async () => {
  await using client = clientOf();
  service.schedule = ['whole, behind an interface'];
  await idsOf(client);
  expect(service.names().filter((name) => name.startsWith('List'))).toEqual(['ListDevicesAtOnce', 'ListDevicesAtOnce']);
  await idsOf(client);
  expect(service.names()).toEqual(['ListDevicesAtOnce', 'LearnType']);
});

test('devices() is complete or an error at every change of the schema', async () => {
  let complete = 0;
  let failed = 0;
  const read = async (client: ControlClient) => {
    try {
      expect(await idsOf(client)).toEqual(service.ids);
      complete++;
    } catch (error) {
      if (!isControlApiError(error)) throw error;
      expect(['incomplete_list', 'graphql']).toContain(error.code);
      failed++;
    }
  };
  // Most changes are rare, so a kind lasts for some requests.
  const stay = fc.record({ kind: fc.constantFrom(...kinds), requests: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(stay, { minLength: 1, maxLength: 8 }),
      fc.constantFrom<Kind>(...(readable as [Kind])),
      fc.constantFrom(200, 400),
      fc.integer({ min: 1, max: 3 }),
      async (stays, last, status, atOnce) => {
        await using client = clientOf();
        service.refusalStatus = status;
        service.schedule = [
          ...stays.flatMap(({ kind, requests }) => Array.from({ length: requests }, () => kind)),
          last,
        ];
        while (service.schedule.length > 1) {
          await Promise.all(Array.from({ length: atOnce }, () => read(client)));
        }
        expect(await idsOf(client)).toEqual(service.ids);
      },
    ),
    { numRuns: cases(60) },
  );
  // Both results occur.
  expect(Math.min(complete, failed)).toBeGreaterThan(cases(20));
});

describe('a client that may send devicesOperations and nothing else', () => {
  const restricted = (only = devicesOperations) =>
    createControlClient({ baseUrl: service.url, apiKey, access: { only: [...only] } });

  test.each(readable)(
    'a client with access to devicesOperations alone reads every device over a schema "%s"',
    async (kind) => {
      await using client = restricted();
      service.schedule = [kind];
      expect(await idsOf(client)).toEqual(service.ids);
    },
  );

  test('a client without one of devicesOperations names the list in its error', async () => {
    service.schedule = ['paged by ID'];
    for (const lacking of devicesOperations.keys()) {
      service.names();
      await using client = restricted(devicesOperations.filter((_, index) => index !== lacking));
      const failure = await idsOf(client).catch((error: unknown) => error);
      if (Array.isArray(failure)) continue;
      expect(failure).toMatchObject({
        code: 'operation_not_allowed',
        message: expect.stringContaining('Add `...devicesOperations`'),
        outcome: service.requests.length > 0 ? 'unknown' : 'not-sent',
        attempts: service.names().length,
      });
      expect(String(failure)).not.toMatch(/Learn|ByPage/);
    }
  });
});
