// An emulator in a process of its own. It reports when it is ready, and on request its CPU time and memory.
import { startEmulator } from '../../../dist/emulator.mjs';

const { url, key } = await startEmulator(JSON.parse(process.argv[2]));
const report = () => ({
  cpuMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  rss: process.memoryUsage.rss(),
});
process.on('message', () => process.send(report()));
process.on('disconnect', () => process.exit());
process.send({ url, key, ...report() });
