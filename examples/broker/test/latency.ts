// The time that the broker adds at the median: calls through it and past it, in turn. npm run build && node dist/test/latency.js
import { createControlClient } from 'control-api-sdk';
import { ListDevices } from '../src/generated/control-api.js';
import { startWorld } from './world.js';

await using world = await startWorld({ BROKER_RATE: '1000000' });
const token = await world.issue('latency', '15', 'read');
await using direct = createControlClient({ baseUrl: world.service.url, apiKey: world.service.key });
await using through = createControlClient({ baseUrl: world.url, apiKey: token });
const times: Record<'direct' | 'through', number[]> = { direct: [], through: [] };
for (let round = 0; round < 3000; round++) {
  for (const [name, client] of Object.entries({ direct, through }) as ['direct' | 'through', typeof direct][]) {
    const start = performance.now();
    await client.request(ListDevices, { first: 25 });
    if (round >= 1000) times[name].push(performance.now() - start);
  }
}
const median = (all: number[]): number => all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
const [before, after] = [median(times.direct), median(times.through)];
console.log(
  `median: ${before.toFixed(2)} ms direct, ${after.toFixed(2)} ms through the broker, ${(after - before).toFixed(2)} ms added`,
);
