import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

Bun.serve({
  port: process.env.PORT ?? 3000,
  routes: {
    '/devices': async () => Response.json(await control.devices().toArray({ limit: 100 })),
  },
});
