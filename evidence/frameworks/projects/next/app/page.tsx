import { connection } from 'next/server';
import { control } from './control';
import { Device } from './device';

export default async function Devices() {
  await connection(); // At each request, not once at build.
  const devices = await control.devices().toArray({ limit: 100 });
  return devices.map(({ id, name }) => <Device key={id} name={name} />);
}
