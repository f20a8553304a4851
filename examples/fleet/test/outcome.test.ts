import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Fault } from 'control-api-sdk/emulator';
import { useEmulator } from 'control-api-sdk/testing';
import { installFirmware, outcomeOf } from '../src/install-firmware.js';
import type { Outcome } from '../src/ledger.js';

/** The schema does not say what an installation does: the emulator would refuse it. */
const resolvers = { Mutation: { installFirmware: () => ({ device: null, userErrors: [] }) } };
const service = useEmulator({ schema: 'fleet.graphql', resolvers, onNote: () => {} }, { before, beforeEach, after });

/** A fault, what becomes of the device, and how many requests were made: only a proven refusal is tried again. */
const cases: readonly (readonly [Fault, Outcome, number?])[] = [
  [{ fault: 'rate-limited' }, { state: 'listed', why: 'rate_limited' }, 3],
  [{ fault: 'revoked-key' }, { state: 'listed', why: 'unauthenticated' }],
  [
    { fault: 'schema-moved', schema: 'type Query { team: ID }' },
    { state: 'listed', why: 'graphql' },
  ],
  [{ fault: 'graphql-error' }, { state: 'unknown', why: 'graphql' }],
  [{ fault: 'partial-data' }, { state: 'unknown', why: 'graphql' }],
  [{ fault: 'html-502' }, { state: 'unknown', why: 'http_status' }],
];

for (const [fault, outcome, requests = 1] of cases) {
  test(`after ${fault.fault} a device is ${outcome.state}`, async () => {
    await service.emulator.fail(fault);
    assert.deepEqual(await installFirmware(service.control, 'device_1', '2.4.1'), outcome);
    assert.equal(service.emulator.requests.length, requests);
  });
}

test('a mistake in our own code is not taken for an answer of the service', () => {
  assert.throws(() => outcomeOf(new TypeError('x is not a function')), TypeError);
});
