// The emulator in the same process, without a socket: the quickest, and where data should agree with each other.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { useEmulator } from 'control-api-sdk/testing';
import { deleteOffline } from '../src/delete-offline.js';
import { DeleteDevice, OfflineDevices } from '../src/generated/control-api.js';
import { world } from './world.js';

const service = useEmulator({ ...world, client: { maxRetries: 0 } }, { before, beforeEach, after });

/** The ids that the service was asked to delete, in order. */
const deletes = () =>
  service.emulator.requests.filter(({ kind }) => kind === 'mutation').map(({ variables }) => variables['id']);

test('the devices that are offline are deleted, and no other', async () => {
  assert.deepEqual(await deleteOffline(service.control), { deleted: ['Dock', 'Mast'], failed: [], unclear: [] });
  assert.deepEqual(deletes(), ['d2', 'd3']);
  service.emulator.expectOperations([OfflineDevices, DeleteDevice]);
});

test('what a test changed is undone before the next one', async () => {
  const names = await service.control.paginate(OfflineDevices).toArray({ limit: 10 });
  assert.deepEqual(
    names.map(({ name }) => name),
    ['Dock', 'Mast'],
  );
  assert.deepEqual(deletes(), []);
});

test('an answer that is lost makes a device unclear, and the delete is not sent again', async () => {
  await service.emulator.fail({ fault: 'html-502', operation: DeleteDevice, nth: 1 });
  assert.deepEqual(await deleteOffline(service.control), { deleted: ['Mast'], failed: [], unclear: ['Dock'] });
  assert.deepEqual(deletes(), ['d2', 'd3']);
});

test('a failure that proves nothing leaves a device unclear, and the next one is deleted', async () => {
  await service.emulator.fail({ fault: 'graphql-error', operation: DeleteDevice, nth: 1, code: 'BUSY' });
  assert.deepEqual(await deleteOffline(service.control), { deleted: ['Mast'], failed: [], unclear: ['Dock'] });
});

test('a key that is refused ends it at the first device', async () => {
  await service.emulator.fail({ fault: 'revoked-key', operation: DeleteDevice });
  await assert.rejects(deleteOffline(service.control), { code: 'unauthenticated', outcome: 'rejected' });
  assert.deepEqual(deletes(), ['d2']);
});

test('a schema that moved is an error that names the operation', async () => {
  const schema = 'type Query { team: Team! } type Team { id: ID! }';
  await service.emulator.fail({ fault: 'schema-moved', schema });
  await assert.rejects(deleteOffline(service.control), { code: 'graphql', operationName: 'OfflineDevices' });
});
