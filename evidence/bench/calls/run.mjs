// The cost of a call beside other clients: node calls/run.mjs [--check] [--quick] [row …]
// All clients take turns within each round, and the ratio is taken within the round, because a busy machine slows all of them.
// Node 20 and 24 each have budgets of their own. `npm ci` installs the other one on Linux.
import { execFile, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as clients from './clients.mjs';
import { major, onBothNodes } from './on-both-nodes.mjs';

const flags = process.argv.slice(2);
const wanted = flags.filter((flag) => !flag.startsWith('--'));
const quick = flags.includes('--quick');
const check = flags.includes('--check');

onBothNodes();

const { [major]: budgets } = JSON.parse(await readFile(new URL('./budgets.json', import.meta.url), 'utf8'));

const server = fork(new URL('./server.mjs', import.meta.url));
const url = await new Promise((resolve) => server.once('message', resolve));

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Runs `measure` for both clients `rounds` times in turn, in alternating order, and compares every figure. */
async function compare(rounds, measure) {
  const results = [];
  for (let round = 0; round < (quick ? Math.ceil(rounds / 3) : rounds); round++) {
    const result = {};
    for (const which of round % 2 ? ['sdk', 'bareFetch'] : ['bareFetch', 'sdk']) result[which] = await measure(which);
    results.push(result);
  }
  const figures = Object.keys(results[0].sdk).map((figure) => {
    const ratios = results.map(({ sdk, bareFetch }) => sdk[figure] / bareFetch[figure]);
    const ours = median(results.map(({ sdk }) => sdk[figure]));
    return [figure, { ratio: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios), ours }];
  });
  return Object.fromEntries(figures);
}

const inFreshProcess = (task) => async (which) => {
  const child = new URL('./child.mjs', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [child, task, which, url]);
  return JSON.parse(stdout);
};

const inThisProcess = async () => {
  const made = {};
  return (calls, atOnce, query) => async (which) => {
    const { [which]: make } = clients;
    made[which] ??= await make(url);
    const { request } = made[which];
    const cpu = process.cpuUsage();
    const begun = performance.now();
    let left = calls;
    const worker = async () => {
      while (left-- > 0) await request(query);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs: performance.now() - begun, cpuMs: (user + system) / 1000 };
  };
};

/** Rounds in which all clients take turns. The figure is the CPU of one as a ratio to that of another in the same round. */
async function inRounds(rounds, all, measure, calls, warmUps = 2) {
  for (let warm = 0; warm < warmUps; warm++) for (const which of all) await measure(which);
  const results = [];
  for (let round = 0; round < (quick ? Math.ceil(rounds / 3) : rounds); round++) {
    const result = {};
    for (const which of round % 2 ? all.toReversed() : all) result[which] = (await measure(which)).cpuMs;
    results.push(result);
  }
  return (which, base) => {
    const ratios = results.map((result) => result[which] / result[base]);
    const ours = median(results.map((result) => result[which])) / (calls / 1000);
    return { ratio: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios), ours, base };
  };
}

async function beside(calls, atOnce) {
  const measure = (await inThisProcess())(calls, atOnce, clients.few);
  const figure = await inRounds(15, ['bareFetch', 'nodeHttp', 'undiciPool', 'sdk', 'dispatcher'], measure, calls);
  return {
    'node:http to fetch': figure('nodeHttp', 'bareFetch'),
    'undici Pool to fetch': figure('undiciPool', 'bareFetch'),
    'sdk to fetch': figure('sdk', 'bareFetch'),
    'sdk to node:http': figure('sdk', 'nodeHttp'),
    'sdk over dispatcher to fetch': figure('dispatcher', 'bareFetch'),
    'sdk over dispatcher to undici Pool': figure('dispatcher', 'undiciPool'),
  };
}

/** A burst of calls in a process that is still warming, beside one of the others, each in a process of its own. */
async function burst() {
  const all = ['bareFetch', 'nodeHttp', 'sdk', 'dispatcher'];
  const figure = await inRounds(7, all, inFreshProcess('burst'), 1_200, 0);
  return {
    'node:http to fetch': figure('nodeHttp', 'bareFetch'),
    'sdk to fetch': figure('sdk', 'bareFetch'),
    'sdk to node:http': figure('sdk', 'nodeHttp'),
    'sdk over dispatcher to fetch': figure('dispatcher', 'bareFetch'),
  };
}

/** Calls in a steady process, 320 of them right after each full collection, which throws compiled code away. */
async function afterCollection() {
  const figure = await inRounds(7, ['bareFetch', 'nodeHttp', 'sdk'], inFreshProcess('collected'), 3_200, 0);
  return { 'sdk to fetch': figure('sdk', 'bareFetch'), 'sdk to node:http': figure('sdk', 'nodeHttp') };
}

/** Calls with a client made for each, beside those of one client. */
async function clientForEach() {
  const measure = (await inThisProcess())(3_000, 64, clients.few);
  const figure = await inRounds(9, ['bareFetch', 'sdk', 'clientEach'], measure, 3_000);
  return { 'sdk to fetch': figure('clientEach', 'bareFetch'), 'sdk to one client': figure('clientEach', 'sdk') };
}

/** The cost of the first clients of a process, beside a pool of undici, in milliseconds for a thousand. */
async function making() {
  const figure = await inRounds(15, ['undiciPool', 'sdk'], inFreshProcess('made'), 1, 0);
  return { 'sdk to undici Pool': figure('sdk', 'undiciPool') };
}

/** The ratio of requests to calls while the service is down: of one client, and of many. */
async function storm() {
  const { request, another } = await clients.sdk(url);
  const requestsPerCall = async (calls, atOnce, send) => {
    let left = calls;
    const worker = async () => {
      while (left-- > 0) await send().catch(() => {});
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const requests = await new Promise((resolve) => {
      server.once('message', resolve);
      server.send('outages');
    });
    const ratio = requests / calls;
    return { ratio, min: ratio, max: ratio, ours: requests, base: 'calls' };
  };
  return {
    'requests, one client': await requestsPerCall(10_000, 64, () => request(clients.outage)),
    'requests, 1,000 clients': await requestsPerCall(1_000, 250, () => another().request(clients.outage)),
  };
}

/** The share of a call that the drift watcher takes, with the code that hands it the answer. */
async function watchShare() {
  const { watch, operation } = await clients.watcher();
  const redactor = { text: (text) => text };
  const look = async (data) =>
    watch({ event: {}, document: operation, data, now: performance.now(), redactor, ask: (text) => text });
  const shareOf = async (query, calls, atOnce, batch) => {
    const measure = (await inThisProcess())(calls, atOnce, query);
    for (let warm = 0; warm < 2; warm++) await measure('sdk');
    const text = JSON.stringify(await (await clients.sdk(url)).request(query));
    const ratios = [];
    let ours = 0;
    for (let round = 0; round < (quick ? 5 : 9); round++) {
      const { cpuMs } = await measure('sdk');
      const looks = Array.from({ length: 40 }, () => {
        // Each answer is another object that was just read, as in production.
        const answers = Array.from({ length: batch }, () => JSON.parse(text));
        const begun = performance.now();
        for (const answer of answers) look(answer).catch(() => {});
        return (performance.now() - begun) / batch;
      });
      ours = median(looks) * 1000;
      ratios.push(median(looks) / (cpuMs / calls));
    }
    return { ratio: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios), ours, base: 'a call (µs)' };
  };
  return {
    'share, 25 nodes': await shareOf(clients.few, 3_000, 64, 50),
    'share, 10,000 nodes': await shareOf(clients.many, 25, 1, 1),
  };
}

const rows = {
  'first answer of a fresh process': () => compare(15, inFreshProcess('first')),
  'one call after another, 25 nodes': async () => {
    const measure = (await inThisProcess())(1_000, 1, clients.few);
    for (const which of ['sdk', 'bareFetch', 'sdk', 'bareFetch']) await measure(which);
    return compare(9, measure);
  },
  '64 calls at once, 25 nodes': async () => {
    const measure = (await inThisProcess())(3_000, 64, clients.few);
    for (const which of ['sdk', 'bareFetch', 'sdk', 'bareFetch']) await measure(which);
    return compare(9, measure);
  },
  'CPU, one call after another': () => beside(1_000, 1),
  'CPU, 64 calls at once': () => beside(3_000, 64),
  'CPU, bursts of 1,200 calls in a process that has made 2,000': burst,
  'CPU, 64 calls at once, right after a collection': afterCollection,
  'CPU, 64 calls at once, a client made for each call': clientForEach,
  'CPU, a client made in a fresh process': making,
  'storm: requests to calls in an outage': storm,
  'one answer of 10,000 nodes': async () => {
    const measure = (await inThisProcess())(25, 1, clients.many);
    for (const which of ['sdk', 'bareFetch']) await measure(which);
    return compare(9, measure);
  },
  '200,000 devices by pages of 100': () => compare(5, inFreshProcess('drain')),
  '20,000 devices, 20 ms away, 10 ms of work a page, prefetched': () => compare(3, inFreshProcess('prefetch')),
  'looking at every answer for drift, as a share of a call': watchShare,
};

let over = 0;
for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 ? !wanted.some((part) => name.includes(part)) : check && !budgets?.[name]) continue;
  console.log(`\n${name}`);
  for (const [figure, { ratio, min, max, ours, base = 'fetch' }] of Object.entries(await measure())) {
    const budget = budgets?.[name]?.[figure];
    const verdict = budget === undefined ? '' : ratio <= budget ? `within ${budget}` : `OVER ${budget}`;
    if (verdict.startsWith('OVER')) over++;
    const range = `${min.toFixed(2)}–${max.toFixed(2)}`;
    console.log(
      `  ${figure.padEnd(34)} ${ratio.toFixed(3)} of ${base} (${range}), ours ${ours.toFixed(1)}  ${verdict}`,
    );
  }
}
server.disconnect();
if (over > 0) console.log(`\n${over} over budget`);
process.exit(check && over > 0 ? 1 : 0);
