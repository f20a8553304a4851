import { createServer } from 'node:http';
import { devices } from './devices.js';

createServer(devices).listen(Number(process.env.PORT ?? 3000));
