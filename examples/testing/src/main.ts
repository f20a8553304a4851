// Deletes every device that is offline. Ends with 0 if all are deleted, else with 1.
import { createControlClient, isControlApiError } from 'control-api-sdk';
import { deleteOffline } from './delete-offline.js';

await using control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

try {
  const { deleted, failed, unclear } = await deleteOffline(control);
  console.log(`${deleted.length} deleted, ${failed.length} failed, ${unclear.length} unclear`);
  for (const name of unclear) console.error(`Look at ${name}: it may have been deleted.`);
  if (failed.length + unclear.length > 0) process.exitCode = 1;
} catch (error) {
  if (!isControlApiError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
