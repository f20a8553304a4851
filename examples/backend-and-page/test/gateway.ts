import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server, records every byte both ways, and can be left without one behind it. */
export interface Gateway {
  readonly origin: string;
  /** The port behind it; 0 while nothing is there. */
  target: number;
  recorded(): string;
  close(): void;
}

export async function startGateway(target = 0): Promise<Gateway> {
  const chunks: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (gateway.target === 0) return void near.destroy();
    const far = connect(gateway.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (data) => chunks.push(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const gateway: Gateway = {
    origin: `http://127.0.0.1:${port}`,
    target,
    recorded: () => Buffer.concat(chunks).toString(),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return gateway;
}
