// Calls over TLS, as in production: node calls/tls.mjs [--quick] [--write]. Each measurement is a process of its own, and the
// clients take turns. Wall time and CPU are medians, and handshakes are counted by the server. On Node 20 and 24; with `--write`,
// the tables replace those of over-tls.md.
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { sdk } from './clients.mjs';
import { onBothNodes } from './on-both-nodes.mjs';

const page = new URL('./over-tls.md', import.meta.url);

onBothNodes((printed, version) => {
  console.log(printed);
  if (!process.argv.includes('--write')) return;
  const place = new RegExp(`(<!-- Node ${version} over TLS -->\n)[^]*?(?=<!-- end -->)`);
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(place, (_, begin) => `${begin}\n${printed.trim()}\n\n`),
  );
});

const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 3;
const delays = [1, 20, 80];
const names = { sdk: 'default', dispatcher: '`dispatcher`', bareFetch: 'fetch', graphqlRequest: 'graphql-request' };
const tasks = ['cold burst of 64', 'cold burst of 256', 'steady, 64 at once', 'one after another', 'reconnect'];
const file = (name) => new URL(name, import.meta.url).pathname;
const certificate = file('../../../test/helpers/certificates/loopback.pem');

const server = fork(file('./tls-server.mjs'));
const heard = () => new Promise((resolve) => server.once('message', resolve));
await heard();
/** Sends a command to the server, whose answer counts the handshakes so far. */
const say = (what) => {
  const answer = heard();
  server.send(what);
  return answer;
};

async function measure(client, task, url) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_NO_WARNINGS: '1' };
  const child = fork(file('./tls-child.mjs'), [client, task, url], { env });
  let before;
  let figures;
  child.on('message', async (message) => {
    if (typeof message === 'object') {
      figures = message;
      return;
    }
    before = await say({ hangUp: message === 'hangUp' });
    // The client has not yet seen the end of its connections.
    setTimeout(() => child.send('go on'), message === 'hangUp' ? 300 : 0);
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (!figures) throw new Error(`${client}, ${task}: ended with ${code}`);
  const after = await say({});
  return { ...figures, handshakes: after.handshakes - before.handshakes, resumed: after.resumed - before.resumed };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

console.log(`Node ${process.version}; median of ${rounds}; wall ms / CPU ms / handshakes (of them resumed)\n`);
console.log(`| round trip | task | ${Object.values(names).join(' | ')} |`);
console.log(
  `| --- | --- | ${Object.keys(names)
    .map(() => '---')
    .join(' | ')} |`,
);
for (const delayMs of delays) {
  const { url } = await say({ delayMs });
  for (const task of tasks) {
    const results = Object.fromEntries(Object.keys(names).map((client) => [client, []]));
    for (let round = 0; round < rounds; round++)
      for (const client of Object.keys(names)) results[client].push(await measure(client, task, url));
    const cells = Object.values(results).map((all) => {
      const of = (figure) => median(all.map((it) => it[figure]));
      const resumed = of('resumed');
      return `${of('wallMs').toFixed(0)} / ${of('cpuMs').toFixed(0)} / ${of('handshakes')}${resumed ? ` (${resumed})` : ''}`;
    });
    console.log(`| ${delayMs} ms | ${task} | ${cells.join(' | ')} |`);
  }
}

const total = quick ? 2_000 : 20_000;
const { url } = await say({ delayMs: 50 });
console.log(`\n200,000 devices at a round trip of 50 ms, computed from ${total.toLocaleString('en')}:\n`);
for (const first of [100, 1_000]) {
  for (const prefetch of [false, true]) {
    const client = await sdk(url, { agent: new Agent({ keepAlive: true, ca: readFileSync(certificate) }) });
    const begun = performance.now();
    let count = 0;
    for await (const page of client.pages({ first, total }, prefetch)) count += page.nodes.length;
    if (count !== total) throw new Error(`${count} devices`);
    const seconds = ((performance.now() - begun) / 1000) * (200_000 / total);
    console.log(`- \`pageSize: ${first}\`, \`prefetch: ${prefetch}\`: ${seconds.toFixed(0)} s`);
  }
}
server.disconnect();
process.exit();
