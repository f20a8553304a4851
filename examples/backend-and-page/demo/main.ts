// The whole example on this machine: the emulator in place of the service, and the backend with its page.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createControlClient } from 'control-api-sdk';
import { startEmulator } from 'control-api-sdk/emulator';
import { createApp } from '../server/app.js';
import { operations } from '../server/devices.js';
import { readSettings } from '../server/settings.js';
import { demoWorld } from './world.js';

const { port, origin } = readSettings({ PORT: process.env['PORT'] });
const emulator = await startEmulator(demoWorld(Date.now()));
const control = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key, access: { only: operations } });
const accounts = JSON.parse(readFileSync('users.demo.json', 'utf8'));
const server = serve({ ...createApp({ control, accounts, origin }), port, hostname: '127.0.0.1' }, () => {
  console.log(`Open ${origin}/ and sign in as
  ella  with  correct horse battery   an operator: she renames devices
  vic   with  looking only today      a viewer
Ctrl-C ends it.`);
});
process.once('SIGINT', () => {
  server.close();
  emulator.close();
});
