// CPU time of a request to the emulator, over loopback and in process. Run it after `npm run build`:
//   node bench/emulator/in-process.mjs
// Rounds of both ways alternate, and the ratio is taken within a round: what else the machine does meets both.

import { startEmulator } from '../../dist/emulator.mjs';
import { createControlClient } from '../../dist/index.mjs';

const query = 'query ListDevices { team { devices { nodes { id name } } } }';
const rounds = 9;
const calls = 500;

const emulator = await startEmulator();
const { url, key } = emulator;
const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
const ask = (fetch) => async () => (await fetch(`${url}/graphql`, init)).text();
const overLoopback = createControlClient({ baseUrl: url, apiKey: key });
const inProcess = createControlClient({ baseUrl: url, apiKey: key, fetch: emulator.fetch });

async function cpuOf(call) {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function compare(what, loopback, local) {
  for (const call of [loopback, local]) await cpuOf(call);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await cpuOf(loopback), await cpuOf(local)]);
  const ratios = pairs.map(([one, other]) => one / other);
  const [one, other] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])).toFixed(0));
  const range = `${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)}`;
  console.log(
    `${what}: ${one} µs over loopback, ${other} µs in process, ratio ${median(ratios).toFixed(1)} (${range})`,
  );
}

await compare('fetch and its text', ask(fetch), ask(emulator.fetch));
await compare(
  'control.request',
  () => overLoopback.request(query),
  () => inProcess.request(query),
);
await overLoopback.close();
await inProcess.close();
await emulator.close();
