import { createControlClient } from 'control-api-sdk';
import { ListDevices } from './generated/control-api.js';

/** One line for each device that is offline. */
export async function offlineDevices(): Promise<string[]> {
  await using control = createControlClient({ access: 'read-only' });
  const lines: string[] = [];
  for await (const { id, name, serialNumber, state } of control.paginate(ListDevices, { first: 100 })) {
    if (state === 'OFFLINE') lines.push(`${id} ${name} ${serialNumber.toUpperCase()}`);
  }
  return lines;
}
