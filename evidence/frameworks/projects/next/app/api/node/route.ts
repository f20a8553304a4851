import { control } from '../../control';

export const dynamic = 'force-dynamic';

export async function GET() {
  return Response.json(await control.devices().toArray({ limit: 100 }));
}
