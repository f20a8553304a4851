import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, async () =>
  Response.json(await control.devices().toArray({ limit: 100 })),
);
