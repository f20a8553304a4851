import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';
const apiKey = 'key-of-a-closing-service-0123456789';

/** A service in its own process. It closes each connection after its answer, without an announcement. */
async function closingService(how: 'end' | 'destroy') {
  const service = fork(new URL('../helpers/closing-service.mjs', import.meta.url), [how]);
  const [url] = await once(service, 'message');
  return {
    url: String(url),
    /** The number of requests since the last question. */
    async requests(): Promise<number> {
      const heard = once(service, 'message');
      service.send('requests');
      const [requests] = await heard;
      return Number(requests);
    },
    async [Symbol.asyncDispose]() {
      service.disconnect();
      await once(service, 'exit');
    },
  };
}

// A mutation takes only connections of a service that keeps them open. Otherwise one or two of 40 failed on a busy machine, as with
// global fetch. A query notices the closed connection and is sent again.
describe.each(['end', 'destroy'] as const)('a service that closes each connection by %s', (how) => {
  test.each([
    ['mutations in turn', mutation, 40, 1],
    ['mutations, 64 at once', mutation, 640, 64],
    ['queries in turn', query, 40, 1],
    ['queries, 64 at once', query, 640, 64],
  ])(
    'a service that closes each connection fails no call, and hardly one is sent twice: %s',
    async (_what, document, calls, atOnce) => {
      await using service = await closingService(how);
      const client = createControlClient({ baseUrl: service.url, apiKey });
      const failures: unknown[] = [];
      let left = calls;
      const worker = async () => {
        while (left-- > 0) {
          await client.request(document).catch((error: unknown) => failures.push(error));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      const requests = await service.requests();
      expect(failures).toEqual([]);
      expect(requests).toBeLessThanOrEqual(calls * 1.1);
      client.close();
    },
  );
});
