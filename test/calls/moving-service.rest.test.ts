import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';

/** A service behind a proxy that closes idle connections. The test replaces its instances. */
async function movingService() {
  const service = fork(new URL('../helpers/moving-service.mjs', import.meta.url));
  const [url] = await once(service, 'message');
  const ask = async (what: string): Promise<unknown> => {
    const heard = once(service, 'message');
    service.send(what);
    const [said] = await heard;
    return said;
  };
  return {
    url: String(url),
    move: () => ask('move'),
    executed: () => ask('executed'),
    async [Symbol.asyncDispose]() {
      service.disconnect();
      await once(service, 'exit');
    },
  };
}

test.each(['query', 'mutation'])(
  'each %s gets its answer, and arrives once, while instances are replaced and a proxy closes idle connections',
  async (kind) => {
    await using service = await movingService();
    await using client = createControlClient({ baseUrl: service.url, apiKey: 'key-of-a-moving-service-0123456789' });
    const document = `${kind} Nth($nth: Int) { nth(nth: $nth) }`;
    let nth = 0;
    const answered: unknown[] = [];
    for (let round = 0; round < 6; round++) {
      // The ends have arrived, perhaps unread, since the first calls begin in the same turn.
      if (round > 0) await service.move();
      const calls = Array.from({ length: 8 }, () => client.request(document, { nth: nth++ }));
      answered.push(...(await Promise.all(calls)));
    }
    const all = Array.from({ length: 48 }, (_, at) => at);
    expect(answered).toEqual(all.map((it) => ({ nth: it })));
    expect(await service.executed()).toEqual(expect.arrayContaining(all));
    expect(await service.executed()).toHaveLength(48);
  },
);
