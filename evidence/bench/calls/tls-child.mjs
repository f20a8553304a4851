// One measurement over TLS in a fresh process: node tls-child.mjs <client> <task> <url>; prints a JSON line.
const [which, task, url] = process.argv.slice(2);
const clients = await import('./clients.mjs');
const { request } = await clients[which](url);

const calls = async (count, atOnce) => {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await request(clients.few);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};
/** The parent reads the counts of the server, or ends its connections, before it goes on. */
const told = (what) =>
  new Promise((resolve) => {
    process.once('message', resolve);
    process.send(what);
  });

const tasks = {
  'cold burst of 64': { measured: () => calls(64, 64) },
  'cold burst of 256': { measured: () => calls(256, 256) },
  'steady, 64 at once': { before: () => calls(1_280, 64), measured: () => calls(640, 64) },
  'one after another': { before: () => calls(10, 1), measured: () => calls(20, 1) },
  reconnect: { before: () => calls(2, 1).then(() => told('hangUp')), measured: () => calls(1, 1) },
};
const { before, measured } = tasks[task];
await before?.();
await told('ready');
const cpu = process.cpuUsage();
const begun = performance.now();
await measured();
const { user, system } = process.cpuUsage(cpu);
process.send({ wallMs: performance.now() - begun, cpuMs: (user + system) / 1000 });
process.disconnect();
process.exit();
