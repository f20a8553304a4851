import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';

/** A Redis of this example's own. */
export interface RedisServer {
  /** With its password: not for a log. */
  readonly url: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** What to say where there is no Redis. */
export const redisIsMissing =
  'redis-server is not installed. On Debian or Ubuntu: `apt-get install -y redis-server`. Its system service is not needed: this example starts a Redis of its own.';

/** The path of `redis-server`; undefined where it is not installed. */
export function findRedisServer(path: string | undefined = process.env['PATH']): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Starts a Redis on a loopback port, with its data in a temporary folder.
 *
 * @throws {Error} with the command that installs it, where it is missing.
 */
export async function startRedis(program: string | undefined = findRedisServer()): Promise<RedisServer> {
  if (program === undefined) throw new Error(redisIsMissing);
  const folder = await mkdtemp(join(tmpdir(), 'fleet-redis-'));
  // Another program may take the free port before Redis does.
  for (let left = 5; ; left--) {
    const port = await freePort();
    const password = randomUUID();
    const child = spawn(program, ['-'], { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = once(child, 'exit').catch(() => {});
    // One that ends at once does not read its configuration.
    child.stdin.on('error', () => {});
    child.stdin.end(configuration(port, folder, password));
    const url = `redis://:${password}@127.0.0.1:${port}`;
    if (await isReady(url, child)) {
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM');
        await ended;
        await rm(folder, { recursive: true, force: true });
      };
      return { url, stop };
    }
    child.kill('SIGKILL');
    await ended;
    if (left > 1) continue;
    await rm(folder, { recursive: true, force: true });
    throw new Error('redis-server does not start: see what it printed above.');
  }
}

/** On stdin, so that the password is not among the arguments, which every user of the machine can read. */
const configuration = (port: number, folder: string, password: string): string => `
bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${folder}
# A command is answered when it is on the disk: what the ledger holds survives a power cut.
appendonly yes
appendfsync always
save ""
# Never drops a key to make room: that would be a device forgotten.
maxmemory-policy noeviction
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}

/** Waits until it answers, or ends. */
async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null });
  redis.on('error', () => {});
  const isUp = redis.ping().then(
    () => true,
    () => false,
  );
  const isGone = once(child, 'exit').then(
    () => false,
    () => false,
  );
  const ready = await Promise.race([isUp, isGone]);
  redis.disconnect();
  return ready;
}
