import { describe, expect, test, vi } from 'vitest';
import { bounded, roomFor } from '../../src/transport/bounded.ts';
import type { Transport, TransportAnswer } from '../../src/transport/transport.ts';
import { transportRequest } from '../helpers/transport-request.ts';

const answer: TransportAnswer = { status: 200, header: () => undefined, body: new Uint8Array() };

/** A transport whose requests end when the test says so. */
function held(): Transport & { readonly open: (() => void)[]; fail(): void } {
  const open: (() => void)[] = [];
  const rejects: ((error: Error) => void)[] = [];
  return {
    open,
    fail: () => rejects.shift()?.(new Error('broken')),
    send: (request) =>
      new Promise((resolve, reject) => {
        request.onCancel(() => reject(new Error('cancelled under way')));
        open.push(() => resolve(answer));
        rejects.push(reject);
      }),
    close: () => {},
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a bounded transport', () => {
  test('gives the room of a request back when it has ended, well or not, and no more than that', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(1));
    for (let round = 0; round < 3; round++) {
      const first = transport.send(transportRequest());
      expect(inner.open).toHaveLength(round * 2 + 1);
      inner.open.at(-1)?.();
      await first;
      await turn();
      const [second, third] = [transport.send(transportRequest()), transport.send(transportRequest())];
      expect(inner.open).toHaveLength(round * 2 + 2);
      inner.open.at(-1)?.();
      await second;
      await turn();
      expect(inner.open).toHaveLength(round * 2 + 3);
      inner.open.pop()?.();
      await third;
      await turn();
    }
  });

  test('closes the transport that it bounds', () => {
    const close = vi.fn();
    bounded({ ...held(), close }, roomFor(1)).close();
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('has no more requests under way than it may, and sends the others in their order', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(2));
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((nth) => transport.send(transportRequest()).then(() => order.push(nth)));
    expect(inner.open).toHaveLength(2);
    inner.open[1]?.();
    await turn();
    expect(inner.open).toHaveLength(3);
    inner.open[2]?.();
    await turn();
    for (const end of inner.open) end();
    await Promise.all(all);
    expect(order).toEqual([1, 2, 0, 3]);
  });

  test('lets the next one go when one fails', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(1));
    const failed = transport.send(transportRequest()).catch((error: Error) => error.message);
    const next = transport.send(transportRequest());
    inner.fail();
    expect(await failed).toBe('broken');
    expect(inner.open).toHaveLength(2);
    inner.open[1]?.();
    expect(await next).toBe(answer);
  });

  test('a request that is cancelled while it waits never leaves, and nothing of it stays', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(1));
    const first = transport.send(transportRequest());
    const request = transportRequest();
    const waiting = transport.send(request).catch((error: unknown) => error);
    request.cancel();
    expect(await waiting).toMatchObject({ kind: 'queued', sent: false, head: undefined });
    inner.open[0]?.();
    await first;
    await turn();
    expect(inner.open).toHaveLength(1);
    // The place that it waited for is free for the next.
    void transport.send(transportRequest());
    expect(inner.open).toHaveLength(2);
  });

  test('a request that waited can be cancelled under way, by the same registration', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(1));
    const first = transport.send(transportRequest());
    const request = transportRequest();
    const second = transport.send(request).catch((error: Error) => error.message);
    inner.open[0]?.();
    await first;
    await turn();
    expect(request.registered).toBe(1);
    request.cancel();
    expect(await second).toBe('cancelled under way');
  });

  test('a request that is cancelled as it comes does not wait', async () => {
    const inner = held();
    const transport = bounded(inner, roomFor(1));
    void transport.send(transportRequest());
    const cancelledAtOnce = transportRequest({
      onCancel: (cancel) => {
        cancel();
        return () => {};
      },
    });
    await expect(transport.send(cancelledAtOnce)).rejects.toMatchObject({ kind: 'queued', sent: false });
    inner.open[0]?.();
    await turn();
    expect(inner.open).toHaveLength(1);
  });

  test('takes turns with others for the room that they share: many requests of one do not keep the other waiting', async () => {
    const inner = held();
    const room = roomFor(1);
    const [busy, other] = [bounded(inner, room), bounded(inner, room)];
    const order: string[] = [];
    const send = (transport: Transport, name: string) => {
      const request = transportRequest();
      return {
        request,
        answered: transport.send(request).then(
          () => order.push(name),
          () => order.push(`no ${name}`),
        ),
      };
    };
    const [, , second, , fourth] = ['first', 'busy', 'left', 'busy', 'last'].map((name) => send(busy, name));
    const others = ['other', 'other'].map((name) => send(other, name));
    second?.request.cancel();
    for (let nth = 0; nth < 6; nth++) {
      expect(inner.open).toHaveLength(nth + 1);
      inner.open[nth]?.();
      await turn();
    }
    await Promise.all([...others, fourth].map((it) => it?.answered));
    expect(order).toEqual(['no left', 'first', 'busy', 'other', 'busy', 'other', 'last']);
    expect(room).toEqual({ free: 1, lines: new Set() });
  });
});
