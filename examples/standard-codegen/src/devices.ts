import { createControlClient } from 'control-api-sdk';
import { ListDevicesDocument } from './generated/operations.js';

/** One line for each device. */
export async function deviceLines(): Promise<string[]> {
  await using control = createControlClient({ access: 'read-only' });
  const { team } = await control.request(ListDevicesDocument);
  return (team?.devices?.nodes ?? []).map((device) => `${device?.id} ${device?.name}`);
}
