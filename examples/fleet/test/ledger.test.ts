import assert from 'node:assert/strict';
import { connect } from '../src/connect.js';
import { type Entry, Ledger, type Outcome } from '../src/ledger.js';
import { startRedis } from '../src/redis-server.js';
import { testWithRedis } from './with-redis.js';

const done: Outcome = { state: 'done', why: '' };
const refused: Outcome = { state: 'refused', why: 'The device is locked.' };
const unknown: Outcome = { state: 'unknown', why: 'network' };
const givenBack: Outcome = { state: 'listed', why: 'rate_limited' };

type Step =
  | readonly ['claim', owner: string, expected: boolean]
  | readonly ['conclude', owner: string, Outcome, boolean];

const cases: readonly (readonly [promise: string, steps: readonly Step[], state: string, why: string])[] = [
  [
    'a device is claimed once',
    [
      ['claim', 'a', true],
      ['conclude', 'a', done, true],
      ['claim', 'b', false],
    ],
    'done',
    '',
  ],
  [
    'a claim whose reply was lost may be repeated',
    [
      ['claim', 'a', true],
      ['claim', 'a', true],
    ],
    'begun',
    '',
  ],
  [
    'a device that is given back is claimed again',
    [
      ['claim', 'a', true],
      ['conclude', 'a', givenBack, true],
      ['claim', 'b', true],
    ],
    'begun',
    '',
  ],
  [
    'a device that a dead worker had is unknown, and not claimed',
    [
      ['claim', 'a', true],
      ['claim', 'b', false],
      ['claim', 'b', false],
    ],
    'unknown',
    'its worker stopped',
  ],
  [
    'a worker that was not dead may still say how it ended',
    [
      ['claim', 'a', true],
      ['claim', 'b', false],
      ['conclude', 'a', refused, true],
    ],
    'refused',
    refused.why,
  ],
  [
    'it cannot give the device back then',
    [
      ['claim', 'a', true],
      ['claim', 'b', false],
      ['conclude', 'a', givenBack, false],
    ],
    'unknown',
    'its worker stopped',
  ],
  [
    'only the owner concludes',
    [
      ['claim', 'a', true],
      ['conclude', 'b', done, false],
    ],
    'begun',
    '',
  ],
  [
    'an unknown outcome stays',
    [
      ['claim', 'a', true],
      ['conclude', 'a', unknown, true],
      ['claim', 'b', false],
      ['claim', 'a', false],
    ],
    'unknown',
    'network',
  ],
  ['a device that was never listed is not claimed', [], 'listed', ''],
];

testWithRedis('each step of the ledger holds for all processes at once', async () => {
  const server = await startRedis();
  const redis = connect(server.url);
  try {
    for (const [promise, steps, state, why] of cases) {
      const ledger = new Ledger(redis, promise);
      assert.equal(await ledger.list(['d1']), 1, promise);
      assert.equal(await ledger.list(['d1']), 0, promise);
      for (const step of steps) {
        if (step[0] === 'claim') assert.equal(await ledger.claim('d1', step[1]), step[2], promise);
        else assert.equal(await ledger.conclude('d1', step[1], step[2]), step[3], promise);
      }
      assert.equal(await ledger.claim('never listed', 'c'), false);
      const entries: Entry[] = [];
      for await (const entry of ledger.entries()) entries.push(entry);
      assert.deepEqual(entries, [{ device: 'd1', state, why }], promise);
      const counts = await ledger.counts();
      assert.deepEqual(counts, { listed: 0, begun: 0, done: 0, refused: 0, unknown: 0, [state]: 1 }, promise);
    }
  } finally {
    redis.disconnect();
    await server.stop();
  }
});
