import { control } from './control';

/** What the browser may have of each device. */
export async function listDevices(): Promise<{ id: string; name: string }[]> {
  const devices = await control.devices().toArray({ limit: 10_000 });
  return devices.map(({ id, name }) => ({ id: id ?? '', name: name ?? 'without a name' }));
}
