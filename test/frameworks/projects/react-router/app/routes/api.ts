import { control } from '../control.server';

export async function loader() {
  return Response.json(await control.devices().toArray({ limit: 100 }));
}
