import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type ControlApiError, type ControlClient, createControlClient } from '../../src/index.ts';
import { html, json, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const LARGE = 240_000;
const KEPT = 128;
const large = () => ({ note: 'v'.repeat(LARGE) + Math.random() });

/** The memory in use after a full collection, in bytes. Buffers are freed some time after their owners. */
async function used(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let since = 0; since < 4; since++) {
    collectGarbage();
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external < least - 4096) since = 0;
    least = Math.min(least, heapUsed + external);
  }
  return least;
}

/** The facts that a program keeps after a call. An unread stack of an error refers to the frames of its origin. */
const facts: Readonly<Record<string, (client: ControlClient) => Promise<unknown>>> = {
  'an error behind 240 kB of variables': (client) =>
    client.request('query Fail { a }', large()).catch((error) => error),
  'an error of a mutation that was refused before it was sent': (client) =>
    client.request('mutation Refused { a }', large()).catch((error) => error),
  'an error of variables that JSON cannot hold': (client) =>
    client.request('query Small { a }', { ...large(), odd: () => {} }).catch((error) => error),
  'an error behind an answer of 240 kB': (client) => client.request('query LargeFail { a }').catch((error) => error),
  'an error whose server message begins a page of 240 kB': (client) =>
    client.request('query Page { a }').catch((error) => error),
  'an error beside data, of partial data that was read': async (client) => {
    const error = await client.request('query Partial { a }', large()).catch((it: ControlApiError) => it);
    return (error as ControlApiError).data && error;
  },
  '`meta` behind 240 kB of variables': async (client) => (await client.execute('query Small { a }', large())).meta,
  '`meta` of an answer of 240 kB': async (client) => (await client.execute('query Large { a }')).meta,
  'the header reader of an answer of 240 kB': async (client) => (await client.execute('query Large { a }')).meta.header,
};

test.each(Object.entries(facts))(
  'the memory of %s includes neither the request nor the answer',
  async (_what, make) => {
    await using server = await MisbehavingServer.start({
      answer: ({ delivery, client }) => {
        const isFailed = delivery.body.includes('Fail');
        if (delivery.body.includes('Page')) return void client.write(response(500, [html], 'words '.repeat(LARGE / 6)));
        const a = delivery.body.includes('Large') ? 'z'.repeat(LARGE) : 1;
        const errors = delivery.body.includes('Partial') ? { errors: [{ message: 'no', path: ['b'] }] } : {};
        client.write(
          response(
            isFailed ? 500 : 200,
            [json],
            JSON.stringify(isFailed ? { errors: [{ message: 'no' }], a } : { data: { a }, ...errors }),
          ),
        );
        server.forget();
      },
    });
    await using client = createControlClient({
      baseUrl: server.url,
      apiKey: 'key-of-kept-facts',
      maxRetries: 0,
      access: 'full',
    });
    await using reader = createControlClient({
      baseUrl: server.url,
      apiKey: 'key-of-kept-facts',
      maxRetries: 0,
      access: 'read-only',
    });
    const by = _what.includes('refused') ? reader : client;
    for (let warm = 0; warm < 3; warm++) await make(by);
    const kept: unknown[] = [];
    for (let nth = 0; nth < KEPT; nth++) kept.push(await make(by));
    expect(kept).toHaveLength(KEPT);
    // A small call releases the last call of the process.
    const settled = async () => {
      await client.execute('query Small { a }');
      return used();
    };
    const held = await settled();
    kept.length = 0;
    // The difference is the memory of the facts alone, since both figures include that of the process.
    const each = (held - (await settled())) / KEPT;
    expect(each).toBeLessThan(4500);
  },
);
