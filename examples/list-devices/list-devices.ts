import { createControlClient } from 'control-api-sdk';

await using control = createControlClient({ access: 'read-only' }); // CONTROL_API_URL, CONTROL_API_KEY

let count = 0;
for await (const device of control.devices()) {
  console.log(`${device.id}\t${device.name}`);
  count += 1;
}
console.error(`${count} devices`);
