import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createControlClient } from 'control-api-sdk';
import { createApp } from './app.js';
import { operations } from './devices.js';
import { readSettings } from './settings.js';

const { port, origin, usersFile } = readSettings(process.env);
// CONTROL_API_URL and CONTROL_API_KEY come from the environment, and the key goes nowhere else.
const control = createControlClient({ access: { only: operations }, timeoutMs: 5000 });
const accounts = JSON.parse(readFileSync(usersFile, 'utf8'));

const hostname = process.env['HOST'] ?? '127.0.0.1';
const server = serve({ ...createApp({ control, accounts, origin }), port, hostname }, (address) => {
  console.log(`Listening on http://${hostname}:${address.port} for ${origin}/`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    control.close();
  });
}
