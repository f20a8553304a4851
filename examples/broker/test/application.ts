// The application: it knows a base URL and a key, as one without a broker does. Here the key is a token.
import { writeHeapSnapshot } from 'node:v8';
import { createControlClient } from 'control-api-sdk';
import { RenameDevice } from '../src/generated/control-api.js';

const control = createControlClient();
const devices = await control.devices().toArray({ limit: 1000 });
const [first] = devices;
const { renameDevice } = await control.request(RenameDevice, { id: first?.id ?? '', name: 'Front door' });
const { SNAPSHOT, REPORT } = process.env;
if (SNAPSHOT !== undefined) writeHeapSnapshot(SNAPSHOT);
if (REPORT !== undefined) process.report.writeReport(REPORT);
console.log(JSON.stringify({ devices: devices.length, renamed: renameDevice.device?.name }));
