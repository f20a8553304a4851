import { control } from '../../control';

export const runtime = 'edge';

export async function GET() {
  return Response.json(await control.devices().toArray({ limit: 100 }));
}
