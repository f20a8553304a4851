import { createServer } from 'node:http';
import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

createServer(async (_request, response) => {
  const devices = await control.devices().toArray({ limit: 100 });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(devices));
}).listen(Number(process.env.PORT ?? 3000));
