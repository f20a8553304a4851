import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from '../../src/call/time/deadline.ts';

const signalled = () => {
  const controller = new AbortController();
  const heard: string[] = [];
  const hear = (name: string) => onAbort(controller.signal, () => void heard.push(name));
  return { controller, heard, hear, listeners: () => getEventListeners(controller.signal, 'abort').length };
};

test('all listeners hear of an abort through one real listener', () => {
  const { controller, heard, hear, listeners } = signalled();
  for (const name of ['a', 'b', 'c']) hear(name);
  expect(listeners()).toBe(1);
  controller.abort();
  expect(heard).toEqual(['a', 'b', 'c']);
});

test('a removed listener hears nothing, and the others still do', () => {
  const { controller, heard, hear, listeners } = signalled();
  const off = hear('a');
  hear('b');
  off();
  off();
  expect(listeners()).toBe(1);
  controller.abort();
  expect(heard).toEqual(['b']);
});

test('the last listener takes the real one along, and a later listener adds another', () => {
  const { controller, heard, hear, listeners } = signalled();
  const offA = hear('a');
  offA();
  expect(listeners()).toBe(0);
  hear('b');
  // A second removal does not touch the new listener.
  offA();
  hear('c');
  expect(listeners()).toBe(1);
  controller.abort();
  expect(heard).toEqual(['b', 'c']);
});

test('listeners that remove themselves during an abort keep no other from being called', () => {
  const controller = new AbortController();
  const heard: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const off = onAbort(controller.signal, () => {
      off();
      heard.push(name);
    });
  }
  controller.abort();
  expect(heard).toEqual(['a', 'b', 'c']);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});
