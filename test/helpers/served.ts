import { onTestFinished } from 'vitest';
import { type ControlClientOptions, createControlClient } from '../../src/index.ts';
import { good, says } from './answers.ts';
import { type Behaviour, MisbehavingServer } from './misbehaving-server.ts';
import { onMovedClock } from './moved-clock.ts';

/** The default key of the clients of a server. */
export const servedKey = 'key-of-a-served-client-0123456789';

/** A server that is closed at the end of the test. */
export async function serverOf(behaviour: Behaviour = says(good)): Promise<MisbehavingServer> {
  const server = await MisbehavingServer.start(behaviour);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** A server, and a client of it that is closed at the end of the test. */
export async function served(behaviour?: Behaviour, options?: ControlClientOptions) {
  const server = await serverOf(behaviour);
  const client = createControlClient({ baseUrl: server.url, apiKey: servedKey, ...options });
  onTestFinished(() => client.close());
  return { server, client };
}

/** A server, and a client of it on a clock that the test moves. */
export async function servedOnMovedClock(behaviour?: Behaviour, options?: ControlClientOptions) {
  const server = await serverOf(behaviour);
  return { server, ...onMovedClock({ baseUrl: server.url, apiKey: servedKey, ...options }) };
}
