import { describe, expect, test } from 'vitest';
import { createControlClient, type Limiter } from '../../src/index.ts';
import { good, html, json, response, says } from '../helpers/answers.ts';
import { type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const start = async (limiter: Limiter, behaviour = says(good)) => {
  const server = await MisbehavingServer.start(behaviour);
  const client = createControlClient({ baseUrl: server.url, apiKey: 'key-through-a-limiter', limiter });
  return {
    server,
    client,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await server[Symbol.asyncDispose]();
    },
  };
};

/** What limiters get wrong, in spite of their type. */
const broken: Readonly<Record<string, unknown>> = {
  'that throws': () => {
    throw new Error('queue is full');
  },
  'that rejects': () => Promise.reject(new Error('queue is full')),
  'that never runs its task': () => Promise.resolve(undefined),
  'that answers in place of its task': () => ({ data: 'made up' }),
};

describe('a limiter', () => {
  test.each(Object.entries(broken))(
    '%s is a configuration error; nothing is sent, nothing is tried again',
    async (_what, limiter) => {
      await using it = await start(limiter as Limiter);
      await expect(it.client.request(query)).rejects.toMatchObject({
        code: 'configuration',
        outcome: 'not-sent',
        attempts: 0,
      });
      expect(it.server.connections).toBe(0);
    },
  );

  test('that lets go of the promise harms neither the answer nor, when it fails, the process', async () => {
    const careless = ((task: () => Promise<unknown>) => void task()) as unknown as Limiter;
    await using it = await start(careless);
    expect(await it.client.request(query)).toBeDefined();
    await using failing = await start(careless, says(response(400, [html])));
    await expect(failing.client.request(query)).rejects.toMatchObject({ code: 'http_status' });
    // An unhandled rejection would end the process here, and fails the run of these tests.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

  test('that runs its task twice sends once', async () => {
    const twice: Limiter = async (task) => {
      const first = await task();
      await task().catch(() => {});
      return first;
    };
    await using it = await start(twice);
    await it.client.request('mutation Rename { rename { id } }');
    expect(it.server.deliveries).toHaveLength(1);
    const atOnce: Limiter = (task) => {
      const first = task();
      void task();
      return first;
    };
    await using other = await start(atOnce);
    expect(await other.client.request('mutation Rename { rename { id } }')).toBeDefined();
    expect(other.server.deliveries).toHaveLength(1);
  });

  test('sees that its task is done, and nothing of what came of it: queues hand that to their listeners', async () => {
    const seen: unknown[] = [];
    const curious: Limiter = async (task) => {
      const result = await task();
      seen.push(result);
      return result;
    };
    const echo = ({ delivery, client }: Exchange) => {
      const errors = [{ message: delivery.headers.get('authorization') }];
      client.write(response(delivery.nth === 1 ? 200 : 500, [json], JSON.stringify({ errors })));
    };
    await using it = await start(curious, { answer: echo });
    await expect(it.client.request(query)).rejects.toMatchObject({ code: 'graphql' });
    await expect(it.client.request('mutation Rename { rename { id } }')).rejects.toMatchObject({ code: 'http_status' });
    await using failing = createControlClient({
      baseUrl: 'https://control.example',
      apiKey: () => Promise.reject(new Error('no secret at hand')),
      limiter: curious,
    });
    await expect(failing.request(query)).rejects.toMatchObject({ code: 'configuration' });
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  test('is passed by introspection and by every attempt', async () => {
    let turns = 0;
    const counting: Limiter = (task) => {
      turns += 1;
      return task();
    };
    await using it = await start(counting, {
      answer: ({ client, delivery }) =>
        void client.write(delivery.nth === 2 ? response(503, [['retry-after', '0']]) : good),
    });
    await it.client.request('query I { __schema { queryType { name } } }');
    expect(turns).toBe(1);
    await it.client.request(query);
    expect(turns).toBe(3);
  });
});
