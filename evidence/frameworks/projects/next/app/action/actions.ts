'use server';

import { control } from '../control';

export async function listDevices() {
  const devices = await control.devices().toArray({ limit: 100 });
  return devices.map(({ name }) => name);
}
