import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doPage } from '../src/do-page.js';
import type { Outcome } from '../src/ledger.js';

/** A ledger that lets these devices be claimed, and notes what is concluded. */
function fakeLedger(free: readonly string[]) {
  const concluded: string[] = [];
  return {
    concluded,
    claim: async (device: string) => free.includes(device),
    conclude: async (device: string, _token: string, { state }: Outcome) => concluded.push(`${device} ${state}`) > 0,
  };
}

test('only the devices that it could claim are worked on', async () => {
  const ledger = fakeLedger(['b']);
  const sent: string[] = [];
  const work = async (device: string): Promise<Outcome> => {
    sent.push(device);
    return { state: 'done', why: '' };
  };
  await doPage(['a', 'b', 'c'], { ledger, work, atOnce: 2 });
  assert.deepEqual([sent, ledger.concluded], [['b'], ['b done']]);
});

test('a page with devices that were given back fails, so that the queue tries it again; the others are done', async () => {
  const ledger = fakeLedger(['a', 'b', 'c']);
  const work = async (device: string): Promise<Outcome> =>
    device === 'b' ? { state: 'listed', why: 'rate_limited' } : { state: 'done', why: '' };
  await assert.rejects(doPage(['a', 'b', 'c'], { ledger, work, atOnce: 1 }), /1 for rate_limited/);
  assert.deepEqual(ledger.concluded, ['a done', 'b listed', 'c done']);
});

test('no more devices are in hand at once than it says', async () => {
  const devices = Array.from({ length: 40 }, (_, index) => `d${index}`);
  let now = 0;
  let most = 0;
  const work = async (): Promise<Outcome> => {
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    return { state: 'done', why: '' };
  };
  await doPage(devices, { ledger: fakeLedger(devices), work, atOnce: 7 });
  assert.equal(most, 7);
});
