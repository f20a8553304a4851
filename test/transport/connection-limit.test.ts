import { expect, test } from 'vitest';
import { type ClientQueue, ConnectionLimit } from '../../src/transport/shared-limits.ts';

function ask(queue: ClientQueue, name: string, order: string[]) {
  const go = () => void order.push(name);
  const waits = !queue.enter();
  if (waits) queue.wait(go);
  else go();
  return { waits, leave: () => queue.quit(go) };
}

test('a connection limit frees each connection once, and no more than there are', () => {
  const order: string[] = [];
  const queue = new ConnectionLimit(1).queue();
  for (let round = 0; round < 3; round++) {
    expect(ask(queue, 'first', order).waits).toBe(false);
    queue.leave();
    expect(ask(queue, 'second', order).waits).toBe(false);
    expect(ask(queue, 'third', order).waits).toBe(true);
    queue.leave();
    expect(order.splice(0)).toEqual(['first', 'second', 'third']);
    queue.leave();
  }
});

test('a connection limit serves its queue by order', () => {
  const order: string[] = [];
  const queue = new ConnectionLimit(2).queue();
  const waits = ['a', 'b', 'c', 'd'].map((name) => ask(queue, name, order).waits);
  expect(waits).toEqual([false, false, true, true]);
  queue.leave();
  expect(order).toEqual(['a', 'b', 'c']);
  queue.leave();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('a connection limit keeps no connection for a request that left the queue', () => {
  const order: string[] = [];
  const queue = new ConnectionLimit(1).queue();
  ask(queue, 'first', order);
  const gone = ask(queue, 'gone', order);
  gone.leave();
  gone.leave();
  queue.leave();
  expect(ask(queue, 'next', order).waits).toBe(false);
  expect(order).toEqual(['first', 'next']);
});

test('clients of a connection limit take turns, so many requests of one do not keep the other waiting', () => {
  const order: string[] = [];
  const limit = new ConnectionLimit(1);
  const [busy, other] = [limit.queue(), limit.queue()];
  const [, , left] = ['first', 'busy', 'left', 'busy', 'last'].map((name) => ask(busy, name, order));
  for (const name of ['other', 'other']) ask(other, name, order);
  left?.leave();
  for (let nth = 0; nth < 6; nth++) busy.leave();
  expect(order).toEqual(['first', 'busy', 'other', 'busy', 'other', 'last']);
  expect(ask(other, 'free again', order).waits).toBe(false);
  expect(ask(busy, 'taken', order).waits).toBe(true);
});

test('a client that no longer waits does not keep its turn', () => {
  const order: string[] = [];
  const limit = new ConnectionLimit(1);
  const [first, gone, next] = [limit.queue(), limit.queue(), limit.queue()];
  ask(first, 'first', order);
  ask(gone, 'gone', order).leave();
  ask(next, 'next', order);
  first.leave();
  expect(order).toEqual(['first', 'next']);
});
