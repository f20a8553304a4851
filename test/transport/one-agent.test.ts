import { Agent, createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';

test('clients of many teams that are given one agent share its connections, and keep their keys apart', async () => {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: { sent: request.headers.authorization } }));
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const keys = Array.from({ length: 300 }, (_, team) => `key-of-team-${String(team).padStart(8, '0')}`);
  const clients = keys.map((apiKey) => createControlClient({ baseUrl, agent, apiKey: async () => apiKey }));
  try {
    const read = () => Promise.all(clients.map((client) => client.request<{ sent: string }>('query Q { sent }')));
    await read();
    expect((await read()).map(({ sent }) => sent)).toEqual(keys.map((key) => `Bearer ${key}`));
    expect(connections).toBeLessThanOrEqual(8);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    agent.destroy();
    server.close();
  }
});
