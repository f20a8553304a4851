import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { good, json, mutation, query, response } from '../helpers/answers.ts';
import type { Exchange } from '../helpers/misbehaving-server.ts';
import { served, servedKey } from '../helpers/served.ts';

const transports = { 'node:http': {}, fetch: { fetch: globalThis.fetch } } as const;

describe.each(Object.entries(transports))('over %s', (_name, transport) => {
  test('a signal that was aborted before the call sends nothing', async () => {
    const asked = vi.fn(() => servedKey);
    const { server, client } = await served(undefined, { apiKey: asked, ...transport });
    const error: unknown = await client
      .request(mutation, undefined, { signal: AbortSignal.abort() })
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'aborted', name: 'AbortError', outcome: 'not-sent', attempts: 0 });
    expect(asked).not.toHaveBeenCalled();
    expect(server.connections).toBe(0);
  });

  test('an abort after the answer changes nothing', async () => {
    const { client } = await served(undefined, transport);
    const abort = new AbortController();
    const data = await client.request(query, undefined, { signal: abort.signal });
    abort.abort();
    expect(data).toEqual(await client.request(query));
  });

  test('200 calls on one signal leave no listener, and cause no warning', async () => {
    const answer = ({ client, delivery }: Exchange) =>
      void client.write(delivery.nth % 10 ? good : response(400, [json], '{}'));
    const { server, client } = await served({ answer }, transport);
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
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
