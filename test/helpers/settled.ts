import { once } from 'node:events';
import net from 'node:net';
import { getActiveResourcesInfo } from 'node:process';
import { listen } from './listen.ts';
import type { MisbehavingServer } from './misbehaving-server.ts';

const QUIET_ROUNDS = 5;

/**
 * Waits until the server has received everything that this process sends, and returns the server. An unawaited request arrives after
 * its caller has gone on. No time is measured: the server has settled if this process looks up, connects and writes nothing, and
 * nothing new arrives while other bytes take the same way. Concurrent tests would be waited for too.
 */
export async function serverSettled(server: MisbehavingServer): Promise<MisbehavingServer> {
  await using way = await Loopback.open();
  for (let quiet = 0, before = ''; quiet < QUIET_ROUNDS; ) {
    await way.thereAndBack();
    const now = [server.connections, server.received.length, server.deliveries.length].join();
    quiet = now === before && !isSending() ? quiet + 1 : 0;
    before = now;
  }
  return server;
}

/** Waits until the bytes that this process has written on loopback are read. */
export async function arrived(): Promise<void> {
  await using way = await Loopback.open();
  for (let round = 0; round < QUIET_ROUNDS; round++) await way.thereAndBack();
}

const isSending = (): boolean =>
  getActiveResourcesInfo().some((kind) => /^(GetAddrInfoReq|Connect|.*Write)Wrap$/.test(kind));

/** A server whose connections take the way of all traffic on loopback. */
class Loopback implements AsyncDisposable {
  readonly #server = net.createServer((socket) => socket.pipe(socket));

  static async open(): Promise<Loopback> {
    const loopback = new Loopback();
    await listen(loopback.#server);
    return loopback;
  }

  /** Connects, sends a byte, reads it back and ends. */
  async thereAndBack(): Promise<void> {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server is not listening');
    const socket = net.connect(address.port, address.address);
    socket.end('.');
    await once(socket.resume(), 'close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
