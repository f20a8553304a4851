// msw in place of the service: where one answer is the point. The types of the operation check what is answered.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createControlClient } from 'control-api-sdk';
import { mock } from 'control-api-sdk/testing';
import { setupServer } from 'msw/node';
import { OfflineDevices, RebootDevice } from '../src/generated/control-api.js';
import { rebootOffline } from '../src/reboot-offline.js';

const page = (names: readonly string[], endCursor: string | null = null) => ({
  data: {
    team: {
      devices: {
        nodes: names.map((name) => ({ id: name.toLowerCase(), name })),
        pageInfo: { hasNextPage: endCursor !== null, endCursor },
      },
    },
  },
});

const server = setupServer();
const control = createControlClient({ baseUrl: 'https://api.example.com', apiKey: 'key-of-a-test', maxRetries: 0 });

before(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
after(async () => {
  server.close();
  control.close();
});

test('every page is read before the first reboot', async () => {
  const order: string[] = [];
  server.use(
    mock(OfflineDevices, ({ variables }) => {
      order.push(`page ${variables.after ?? 'one'}`);
      return variables.after ? page(['Mast']) : page(['Gate', 'Dock'], 'two');
    }),
    mock(RebootDevice, ({ variables }) => {
      order.push(variables.id);
      return { data: { rebootDevice: { device: { id: variables.id, status: 'REBOOTING' as const } } } };
    }),
  );
  assert.deepEqual((await rebootOffline(control)).rebooted, ['Gate', 'Dock', 'Mast']);
  assert.deepEqual(order, ['page one', 'page two', 'gate', 'dock', 'mast']);
});

test('a limit on reboots makes the rest of them failed', async () => {
  server.use(
    mock(OfflineDevices, page(['Gate', 'Dock'])),
    mock.sequence(RebootDevice, [
      { data: { rebootDevice: { device: { id: 'gate', status: 'REBOOTING' } } } },
      { error: { status: 429, retryAfter: 60 } },
    ]),
  );
  assert.deepEqual(await rebootOffline(control), { rebooted: ['Gate'], failed: ['Dock'], unclear: [] });
});

test('no answer at all while the list is read is an error, and nothing is rebooted', async () => {
  server.use(mock.error(OfflineDevices, 'network'));
  await assert.rejects(rebootOffline(control), { code: 'network', operationName: 'OfflineDevices' });
});
