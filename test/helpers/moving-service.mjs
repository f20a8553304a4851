// A service behind a proxy, in a process of its own. When it is told to move, a new instance takes its place, and the proxy closes what idles.
import { createServer } from 'node:http';
import net from 'node:net';

const executed = [];

/** An instance of the service: it answers each operation, and notes that it executed it. */
async function instance() {
  const server = createServer(async (request, response) => {
    const { variables } = JSON.parse((await request.toArray()).join(''));
    executed.push(variables.nth);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: variables }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let current = await instance();
const open = new Set();

const proxy = net.createServer({ noDelay: true }, (client) => {
  const behind = net.connect(current.address().port, '127.0.0.1');
  const it = { client, idles: false };
  client.on('data', () => {
    it.idles = false;
  });
  behind.on('data', () => {
    it.idles = true;
  });
  client.pipe(behind).pipe(client);
  open.add(it);
  for (const socket of [client, behind]) socket.on('error', () => {}).on('close', () => open.delete(it));
});
process.on('message', async (message) => {
  if (message === 'executed') return process.send(executed);
  current = await instance();
  for (const { client, idles } of open) if (idles) client.destroy();
  process.send('moved');
});
process.on('disconnect', () => process.exit());
proxy.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${proxy.address().port}`));
