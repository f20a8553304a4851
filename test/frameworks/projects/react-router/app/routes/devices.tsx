import { useLoaderData } from 'react-router';
import { control } from '../control.server';
import { label } from '../label';

export async function loader() {
  return { devices: await control.devices().toArray({ limit: 100 }) };
}

export default function Devices() {
  const { devices } = useLoaderData<typeof loader>();
  return devices.map(({ id, name }) => <p key={id}>{label(name)}</p>);
}
