import { createControlClient } from 'control-api-sdk';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY

async function main() {
  for await (const device of control.devices()) console.log(device.id, device.name);
}

main();
