import { listDevices } from '../../devices';

export const dynamic = 'force-dynamic';

/** A route handler on Node. */
export async function GET() {
  return Response.json(await listDevices());
}
