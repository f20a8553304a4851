import { listDevices } from '../../devices';

export const runtime = 'edge';

/** The same on the edge runtime. */
export async function GET() {
  return Response.json(await listDevices());
}
