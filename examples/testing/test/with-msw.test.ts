// msw in place of the service: where one answer is the point. The types of the operation check what is answered.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createControlClient } from 'control-api-sdk';
import { mock } from 'control-api-sdk/testing';
import { setupServer } from 'msw/node';
import { deleteOffline } from '../src/delete-offline.js';
import { DeleteDevice, OfflineDevices } from '../src/generated/control-api.js';

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

test('every page is read before the first delete', async () => {
  const order: string[] = [];
  server.use(
    mock(OfflineDevices, ({ variables }) => {
      order.push(`page ${variables.after ?? 'one'}`);
      return variables.after ? page(['Mast']) : page(['Gate', 'Dock'], 'two');
    }),
    mock(DeleteDevice, ({ variables }) => {
      order.push(variables.id);
      return { data: { deleteDevice: { deletedId: variables.id } } };
    }),
  );
  assert.deepEqual((await deleteOffline(control)).deleted, ['Gate', 'Dock', 'Mast']);
  assert.deepEqual(order, ['page one', 'page two', 'gate', 'dock', 'mast']);
});

test('a limit on deletes makes the rest of them failed', async () => {
  server.use(
    mock(OfflineDevices, page(['Gate', 'Dock'])),
    mock.sequence(DeleteDevice, [
      { data: { deleteDevice: { deletedId: 'gate' } } },
      { error: { status: 429, retryAfter: 60 } },
    ]),
  );
  assert.deepEqual(await deleteOffline(control), { deleted: ['Gate'], failed: ['Dock'], unclear: [] });
});

test('no answer at all while the list is read is an error, and nothing is deleted', async () => {
  server.use(mock.error(OfflineDevices, 'network'));
  await assert.rejects(deleteOffline(control), { code: 'network', operationName: 'OfflineDevices' });
});
