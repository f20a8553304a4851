import { env } from 'cloudflare:workers';
import { createControlClient } from 'control-api-sdk';
import { Hono } from 'hono';

const control = createControlClient({
  baseUrl: () => env.CONTROL_API_URL,
  apiKey: () => env.CONTROL_API_KEY,
});

const app = new Hono();
app.get('/devices', async (context) => context.json(await control.devices().toArray({ limit: 100 })));

export default app;
