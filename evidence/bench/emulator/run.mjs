// The start of the emulator, and the memory of a long list: npm run emulator [-- --check] (in `evidence/bench`).
// A start is the CPU time until the process listens. The list has 100,000 devices, and the client pages it to the end. Memory is
// compared between the first tenth and the end, on both sides: the client keeps nothing, and the emulator its objects.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createControlClient } from '../../../dist/index.mjs';

const budgets = JSON.parse(readFileSync(new URL('./budgets.json', import.meta.url), 'utf8'));
const file = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const megabytes = (bytes) => Math.round(bytes / 1e6);

async function start(options) {
  const child = fork(file('evidence/bench/emulator/server.mjs'), [JSON.stringify(options)]);
  const [ready] = await once(child, 'message');
  const ask = async () => {
    child.send('?');
    return (await once(child, 'message'))[0];
  };
  return { ...ready, ask, stop: () => child.disconnect() };
}

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
async function startMs(options) {
  const rounds = [];
  for (let round = 0; round < 3; round += 1) {
    const emulator = await start(options);
    rounds.push(emulator.cpuMs);
    emulator.stop();
  }
  return Math.round(median(rounds));
}

const documented = await startMs({});
const github = await startMs({ schema: file('node_modules/@octokit/graphql-schema/schema.graphql') });

const total = 100_000;
const emulator = await start({
  schema: file('test/fixtures/paging/first-after-page-info.graphql'),
  devices: total,
});
const control = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
let seen = 0;
let early;
const cpu = process.cpuUsage();
for await (const { id } of control.devices({ pageSize: 100 })) {
  if (id) seen += 1;
  if (seen === total / 10) early = { client: process.memoryUsage.rss(), emulator: (await emulator.ask()).rss };
}
const { user, system } = process.cpuUsage(cpu);
const late = { client: process.memoryUsage.rss(), ...(await emulator.ask()) };
await control.close();
emulator.stop();

const drain = { client: Math.round((user + system) / 1000), emulator: Math.round(late.cpuMs - emulator.cpuMs) };
const growth = { client: late.client / early.client, emulator: late.rss / early.emulator };
console.log(`Node ${process.version}`);
console.log(`start, CPU: documented surface ${documented} ms, GitHub's schema ${github} ms`);
console.log(`${seen} devices in pages of 100: CPU ${drain.client} ms (client), ${drain.emulator} ms (emulator)`);
console.log(
  `memory from the first tenth to the end: client ${megabytes(early.client)} → ${megabytes(late.client)} MB, emulator ${megabytes(early.emulator)} → ${megabytes(late.rss)} MB`,
);
if (process.argv.includes('--check')) {
  const over = [
    seen !== total && 'devices are missing',
    documented > budgets.documentedMs && 'the documented surface starts slowly',
    github > budgets.githubMs && 'GitHub’s schema starts slowly',
    drain.client + drain.emulator > budgets.drainMs && 'a long list is paged slowly',
    growth.client > budgets.growth && 'the memory of the client grows',
    growth.emulator > budgets.emulatorGrowth && 'the memory of the emulator grows',
  ].filter(Boolean);
  if (over.length > 0) {
    console.error(over.join('; '));
    process.exitCode = 1;
  }
}
