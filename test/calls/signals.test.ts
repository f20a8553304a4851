import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { good, json, mutation, query, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-under-a-signal-0123456789';
const transports = { 'node:http': {}, fetch: { fetch: globalThis.fetch } } as const;

describe.each(Object.entries(transports))('over %s', (_name, transport) => {
  test('a signal that was aborted before the call sends nothing', async () => {
    await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
    const asked = vi.fn(() => apiKey);
    await using client = createControlClient({ baseUrl: server.url, apiKey: asked, ...transport });
    const error: unknown = await client
      .request(mutation, undefined, { signal: AbortSignal.abort() })
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'aborted', name: 'AbortError', outcome: 'not-sent', attempts: 0 });
    expect(asked).not.toHaveBeenCalled();
    expect(server.connections).toBe(0);
  });

  test('an abort after the answer changes nothing', async () => {
    await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
    await using client = createControlClient({ baseUrl: server.url, apiKey, ...transport });
    const abort = new AbortController();
    const data = await client.request(query, undefined, { signal: abort.signal });
    abort.abort();
    expect(data).toEqual(await client.request(query));
  });

  test('200 calls on one signal leave no listener, and cause no warning', async () => {
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) => void client.write(delivery.nth % 10 ? good : response(400, [json], '{}')),
    });
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    await using client = createControlClient({ baseUrl: server.url, apiKey, ...transport });
    const { signal } = new AbortController();
    for (let batch = 0; batch < 4; batch++) {
      await Promise.allSettled(Array.from({ length: 50 }, () => client.request(query, undefined, { signal })));
    }
    process.off('warning', warned);
    expect(server.deliveries).toHaveLength(200);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    // Node warns of more than ten listeners on one signal.
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });
});
