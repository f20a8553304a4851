import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

export async function handler() {
  const devices = await control.devices().toArray({ limit: 100 });
  return { statusCode: 200, body: JSON.stringify(devices) };
}
