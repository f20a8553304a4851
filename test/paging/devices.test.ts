import { describe, expect, test } from 'vitest';
import { type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient, type Device, isControlApiError } from '../../src/index.ts';

async function listAll(options: { schema?: string; devices: number; maxPageSize?: number }, pageSize?: number) {
  const requests: EmulatorRequest[] = [];
  await using emulator = await startEmulator({ ...options, onRequest: (request) => requests.push(request) });
  await using client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  const devices: Device[] = [];
  for await (const device of client.devices({ pageSize })) devices.push(device);
  return { devices, requests, operations: requests.map(({ operationName }) => operationName) };
}

const ids = (devices: readonly Device[]) => new Set(devices.map(({ id }) => id));

describe('devices() yields every device, once', () => {
  test('1,000 of them, in pages of 100', async () => {
    const { devices, operations } = await listAll({ schema: 'test/fixtures/relay.graphql', devices: 1_000 });
    expect(devices).toHaveLength(1_000);
    expect(ids(devices).size).toBe(1_000);
    expect(operations.filter((name) => name === 'ListDevicesByPage')).toHaveLength(10);
    expect(devices[0]).toEqual({ id: expect.any(String), name: expect.any(String) });
  });

  test('in as many pages as the service makes of them, when it gives fewer than asked for', async () => {
    const { devices, operations } = await listAll(
      { schema: 'test/fixtures/relay.graphql', devices: 95, maxPageSize: 10 },
      50,
    );
    expect(ids(devices).size).toBe(95);
    expect(operations.filter((name) => name === 'ListDevicesByPage')).toHaveLength(10);
  });

  test('in one read, where the schema has no paging', async () => {
    const { devices, operations } = await listAll({ devices: 1_000 });
    expect(ids(devices).size).toBe(1_000);
    expect(operations.filter((name) => name?.startsWith('List'))).toEqual(['ListDevicesAtOnce']);
  });

  test('none, where there are none', async () => {
    expect((await listAll({ devices: 0 })).devices).toEqual([]);
    expect((await listAll({ schema: 'test/fixtures/relay.graphql', devices: 0 })).devices).toEqual([]);
  });

  test.each([
    'first-after-page-info',
    'required-first',
    'custom-cursor',
    'number-cursor',
    'nullable',
    'other-root-names',
  ])('by pages over a schema of the kind %s', async (kind) => {
    const { devices } = await listAll({ schema: `test/fixtures/paging/${kind}.graphql`, devices: 250 });
    expect(devices).toHaveLength(250);
    expect(ids(devices).size).toBe(250);
  });
});

describe('devices() says so when completeness cannot be proven', () => {
  test.each([
    'first-without-page-info',
    'first-after-without-page-info',
    'page-info-without-after',
    'page-info-without-arguments',
    'page-info-without-end-cursor',
    'required-argument',
    'required-argument-with-default',
    'edges-only',
    'team-required-argument',
    'no-devices',
  ])('over a schema of the kind %s', async (kind) => {
    const failure = await listAll({ schema: `test/fixtures/paging/${kind}.graphql`, devices: 5 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'incomplete_list' });
    expect(isControlApiError(failure, 'incomplete_list')).toBe(true);
  });
});
