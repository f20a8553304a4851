import { control } from '../lib/server/control';

export async function load() {
  return { devices: await control.devices().toArray({ limit: 100 }) };
}
