import { control } from './app/control';

export async function proxy() {
  return Response.json(await control.devices().toArray({ limit: 100 }));
}

export const config = { matcher: '/proxy' };
