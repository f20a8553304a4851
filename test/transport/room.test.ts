import { expect, test } from 'vitest';
import { type Door, Room } from '../../src/transport/shared-limits.ts';

function ask(door: Door, name: string, order: string[]) {
  const go = () => void order.push(name);
  const waits = !door.enter();
  if (waits) door.wait(go);
  else go();
  return { waits, leave: () => door.quit(go) };
}

test('a room gives each place back once, and no more than there are', () => {
  const order: string[] = [];
  const door = new Room(1).door();
  for (let round = 0; round < 3; round++) {
    expect(ask(door, 'first', order).waits).toBe(false);
    door.leave();
    expect(ask(door, 'second', order).waits).toBe(false);
    expect(ask(door, 'third', order).waits).toBe(true);
    door.leave();
    expect(order.splice(0)).toEqual(['first', 'second', 'third']);
    door.leave();
  }
});

test('a room lets its queue in by order', () => {
  const order: string[] = [];
  const door = new Room(2).door();
  const waits = ['a', 'b', 'c', 'd'].map((name) => ask(door, name, order).waits);
  expect(waits).toEqual([false, false, true, true]);
  door.leave();
  expect(order).toEqual(['a', 'b', 'c']);
  door.leave();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('a room keeps no place for a request that left the queue', () => {
  const order: string[] = [];
  const door = new Room(1).door();
  ask(door, 'first', order);
  const gone = ask(door, 'gone', order);
  gone.leave();
  gone.leave();
  door.leave();
  expect(ask(door, 'next', order).waits).toBe(false);
  expect(order).toEqual(['first', 'next']);
});

test('a room is shared in turns, so many requests of one do not keep the other waiting', () => {
  const order: string[] = [];
  const room = new Room(1);
  const [busy, other] = [room.door(), room.door()];
  const [, , left] = ['first', 'busy', 'left', 'busy', 'last'].map((name) => ask(busy, name, order));
  for (const name of ['other', 'other']) ask(other, name, order);
  left?.leave();
  for (let nth = 0; nth < 6; nth++) busy.leave();
  expect(order).toEqual(['first', 'busy', 'other', 'busy', 'other', 'last']);
  expect(ask(other, 'free again', order).waits).toBe(false);
  expect(ask(busy, 'taken', order).waits).toBe(true);
});
