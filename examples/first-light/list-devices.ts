import type { ControlClient } from 'control-api-sdk';
import { ListDevices } from './generated/control-api.js';

/** The documented listing, sent as the operation that was generated from the live schema. */
export async function listDevices(client: ControlClient) {
  const { team } = await client.request(ListDevices);
  const devices = (team?.devices?.nodes ?? []).filter((device) => device !== null);
  return devices.map(({ id, name }) => ({ id, name }));
}
