// One measurement in a fresh process: node child.mjs <task> <sdk|fetch> <url>; prints a JSON line.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const [task, which, url] = process.argv.slice(2);
const cpuSince = (begun) => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};

/** Makes `count` calls, 64 at once. */
const run = async (count, send) => {
  const worker = async () => {
    while (count-- > 0) await send();
  };
  await Promise.all(Array.from({ length: 64 }, worker));
};

const tasks = {
  async first() {
    const begun = performance.now();
    const cpu = process.cpuUsage();
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    const { team } = await client.request(clients.few);
    if (team.devices.nodes.length !== 25) throw new Error('wrong answer');
    return { wallMs: performance.now() - begun, cpuMs: cpuSince(cpu), rssMb: process.memoryUsage.rss() / 2 ** 20 };
  },
  async burst() {
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    const send = () => client.request(clients.few);
    await run(2_000, send);
    const cpu = process.cpuUsage();
    await run(1_200, send);
    return { cpuMs: cpuSince(cpu) };
  },
  async collected() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    const send = () => client.request(clients.few);
    await run(6_000, send);
    let cpuMs = 0;
    for (let round = 0; round < 10; round++) {
      collect();
      const cpu = process.cpuUsage();
      await run(320, send);
      cpuMs += cpuSince(cpu);
    }
    return { cpuMs };
  },
  /** The first clients of a process, without the very first, which loads what all of them use. */
  async made() {
    const clients = await import('./clients.mjs');
    const make = clients[which === 'sdk' ? 'sdkClient' : which];
    const made = [await make(url)];
    const cpu = process.cpuUsage();
    while (made.length < 20) made.push(await make(url));
    return { cpuMs: cpuSince(cpu) / (made.length - 1) };
  },
  async drain() {
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    await client.request(clients.few);
    const begun = performance.now();
    const cpu = process.cpuUsage();
    let count = 0;
    for await (const device of client.nodes({ first: 100 })) count += device.id ? 1 : 0;
    if (count !== 200_000) throw new Error(`${count} devices`);
    return { wallMs: performance.now() - begun, cpuMs: cpuSince(cpu), peakMb: process.resourceUsage().maxRSS / 1024 };
  },
  async prefetch() {
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    const begun = performance.now();
    let count = 0;
    for await (const page of client.pages({ first: 100, total: 20_000, latencyMs: 20 }, true)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      count += page.nodes.length;
    }
    if (count !== 20_000) throw new Error(`${count} devices`);
    return { wallMs: performance.now() - begun };
  },
};

console.log(JSON.stringify(await tasks[task]()));
process.exit();
