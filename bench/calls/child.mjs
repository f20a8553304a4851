// One measurement in a fresh process: node child.mjs <task> <sdk|fetch> <url>; prints a JSON line.
const [task, which, url] = process.argv.slice(2);
const cpuSince = (begun) => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
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
  async construct() {
    const begun = performance.now();
    const cpu = process.cpuUsage();
    const clients = await import('./clients.mjs');
    await clients[which](url);
    return { wallMs: performance.now() - begun, cpuMs: cpuSince(cpu) };
  },
  async burst() {
    const clients = await import('./clients.mjs');
    const client = await clients[which](url);
    const run = async (calls) => {
      const worker = async () => {
        while (calls-- > 0) await client.request(clients.few);
      };
      await Promise.all(Array.from({ length: 64 }, worker));
    };
    await run(2_000);
    const cpu = process.cpuUsage();
    await run(1_200);
    return { cpuMs: cpuSince(cpu) };
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
