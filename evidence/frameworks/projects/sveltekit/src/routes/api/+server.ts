import { json } from '@sveltejs/kit';
import { control } from '../../lib/server/control';

export async function GET() {
  return json(await control.devices().toArray({ limit: 100 }));
}
