import { control } from '../../lib/control';

export async function GET() {
  return Response.json(await control.devices().toArray({ limit: 100 }));
}
