import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

export async function devices(_request, response) {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(await control.devices().toArray({ limit: 100 })));
}
