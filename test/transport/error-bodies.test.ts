import { describe, expect, test } from 'vitest';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import type { BodyFault, Transport, TransportFailure } from '../../src/transport/transport.ts';
import { answers, chunk, good, neverEnds, response, says, saysAndCloses, saysAndResets } from '../helpers/answers.ts';
import { gzipBomb } from '../helpers/bomb.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';
import { type HandledRequest, transportRequest } from '../helpers/transport-request.ts';
import { type ChosenTransport, longSuiteTransports } from '../helpers/transports.ts';

const mebibyte = 1024 * 1024;
const head = (status: number, ...more: readonly string[]) =>
  ['HTTP/1.1', status, 'Whatever\r\nretry-after: 60\r\nx-request-id: r1\r\n', ...more]
    .join(' ')
    .replaceAll('\n ', '\n');
const words = Buffer.alloc(256 * 1024, 'no ');
const encoded = (encoding: string, body: string | Uint8Array) => (status: number) =>
  answers(
    status,
    [
      ['retry-after', '60'],
      ['x-request-id', 'r1'],
      ['content-encoding', encoding],
    ],
    body,
  );

const bodies: readonly (readonly [
  what: string,
  server: (status: number) => Behaviour,
  fault: BodyFault | undefined,
])[] = [
  ['whole', (status) => says(`${head(status)}content-length: 2\r\n\r\nno`), undefined],
  ['empty', (status) => says(`${head(status)}content-length: 0\r\n\r\n`), undefined],
  ['cut short by a close', (status) => saysAndCloses(`${head(status)}content-length: 9\r\n\r\nno`), 'truncated'],
  ['cut short by a reset', (status) => saysAndResets(`${head(status)}content-length: 9\r\n\r\nno`), 'truncated'],
  [
    'cut short in a chunk',
    (status) => saysAndCloses(`${head(status)}transfer-encoding: chunked\r\n\r\n9\r\nno`),
    'truncated',
  ],
  ['broken in its chunks', (status) => says(`${head(status)}transfer-encoding: chunked\r\n\r\nzz\r\nno`), 'malformed'],
  ['not the gzip that it says', encoded('gzip', 'no gzip'), 'malformed'],
  ['in an unknown encoding', encoded('rot13', 'ab'), undefined],
  ['empty, in gzip', encoded('gzip', ''), undefined],
  ['a gzip bomb', encoded('gzip', gzipBomb), 'too-large'],
  ['endless', (status) => neverEnds(`${head(status)}connection: close\r\n\r\n`, words), 'too-large'],
  [
    'endless, in chunks',
    (status) => neverEnds(`${head(status)}transfer-encoding: chunked\r\n\r\n`, chunk(words)),
    'too-large',
  ],
  [
    'announced as too large',
    (status) => neverEnds(`${head(status)}content-length: 99999999999\r\n\r\n`, words),
    'too-large',
  ],
];

async function over(
  choose: () => ChosenTransport,
  behaviour: Behaviour,
  run: (transport: Transport, server: MisbehavingServer, clock: ManualClock) => Promise<void>,
): Promise<void> {
  await using server = await MisbehavingServer.start(behaviour);
  await using chosen = choose();
  const clock = new ManualClock();
  await run(chooseTransport({ url: new URL(`${server.url}/graphql`) }, chosen.options, clock).open(), server, clock);
}

describe.each(Object.entries(longSuiteTransports))('over %s', (_name, choose) => {
  // A transport knows two kinds of statuses. The call knows their meanings.
  describe.each([302, 503])('status %i is evidence as soon as it is there:', (status) => {
    test.each(bodies)('the body of an error is %s', (what, behaviour, fault) =>
      over(choose, behaviour(status), async (transport, server) => {
        const request = transportRequest();
        const answer = await transport.send(request);
        expect([answer.status, answer.header('retry-after'), answer.header('x-request-id')]).toEqual([
          status,
          '60',
          'r1',
        ]);
        expect(answer.fault).toBe(fault);
        expect(answer.body.byteLength).toBeLessThanOrEqual(mebibyte);
        if (fault === 'too-large') expect(answer.body.byteLength).toBeGreaterThan(mebibyte / 2);
        expect(request.registered).toBe(0);
        // A connection with a whole body can be used again.
        if (fault && !what.includes('gzip')) await expect.poll(() => server.openConnections).toBe(0);
      }),
    );
  });

  test.each([
    ['its two seconds are over', (clock: ManualClock) => clock.advance(2_000)],
    ['the call is over', (_clock: ManualClock, request: HandledRequest) => request.cancel()],
  ] as const)('the received part of an error when %s is kept, and its connection not reused', (_when, end) =>
    over(
      choose,
      {
        answer: ({ client, delivery }) =>
          void client.write(delivery.nth === 1 ? `${head(503)}content-length: 9\r\n\r\nno` : good),
      },
      async (transport, server, clock) => {
        const request = transportRequest();
        const sent = transport.send(request);
        // The timer of the body starts with the head.
        await expect.poll(() => clock.due).toEqual([2_000]);
        await serverSettled(server);
        await end(clock, request);
        const answer = await sent;
        expect(answer).toMatchObject({ status: 503, fault: 'cut' });
        expect(Buffer.from(answer.body).toString()).toBe('no');
        expect([request.registered, clock.due]).toEqual([0, []]);
        await expect.poll(() => server.openConnections).toBe(0);
        expect((await transport.send(transportRequest())).status).toBe(200);
        expect(server.connections).toBeGreaterThan(1);
      },
    ),
  );

  test('a 2xx answer with a broken body is a failure, with its status and headers', () =>
    over(choose, saysAndCloses(`${head(200)}content-length: 9\r\n\r\nno`), async (transport) => {
      const failure = await transport.send(transportRequest()).catch((it) => it);
      expect(failure).toMatchObject({ kind: 'truncated', reach: 'service', head: { status: 200 } });
      expect((failure as TransportFailure).head?.header('x-request-id')).toBe('r1');
    }));

  test('a 2xx answer that is canceled in its body is a failure, with its status and headers', () =>
    over(choose, says(`${head(200)}content-length: 9\r\n\r\nno`), async (transport) => {
      // Only the transport knows when the head has arrived, so the cancellation waits for more and more turns.
      for (let turns = 16; turns <= 2 ** 20; turns *= 2) {
        const request = transportRequest();
        const sent = transport.send(request).catch((it) => it);
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        request.cancel();
        const failure: unknown = await sent;
        expect(failure).toMatchObject({ kind: 'cancelled' });
        if ((failure as TransportFailure).head === undefined) continue;
        expect(failure).toMatchObject({ reach: 'service', head: { status: 200 } });
        return;
      }
      expect.unreachable('the head never arrived');
    }));

  test('an error keeps its status with any announced size and a small `maxResponseBytes`', () =>
    over(choose, says(response(500, [], 'x'.repeat(1000))), async (transport) => {
      const answer = await transport.send(transportRequest({ maxBytes: 10 }));
      expect(answer).toMatchObject({ status: 500, fault: 'too-large' });
    }));
});
