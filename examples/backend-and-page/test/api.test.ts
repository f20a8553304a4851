import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

interface PageApi {
  readonly api: { devices(query: Record<string, string>, signal: AbortSignal): Promise<unknown> };
  failureOf(error: unknown): unknown;
}

test('a request that a newer one ends while its body arrives is no failure, and no answer', async (context) => {
  const server = createServer((_, response) => response.write('{"devices":')).listen(0, '127.0.0.1');
  context.after(() => server.close().closeAllConnections());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const current = new AbortController();
  const real = globalThis.fetch;
  // In the page, paths are relative to its origin.
  context.mock.method(globalThis, 'fetch', async (path: string, init: RequestInit) => {
    const response = await real(`http://127.0.0.1:${port}${path}`, init);
    setImmediate(() => current.abort());
    return response;
  });
  const { api, failureOf }: PageApi = await import(new URL('../page/api.js', import.meta.url).href);
  const ended = await api.devices({}, current.signal).catch((error: unknown) => error);
  assert.equal(Object(ended).name, 'AbortError');
  assert.equal(failureOf(ended), undefined);
});
