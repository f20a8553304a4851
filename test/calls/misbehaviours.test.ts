import { expect, test } from 'vitest';
import { longSuiteTransports } from '../helpers/transports.ts';
import { rows, testRows } from './misbehaving-rows.ts';

test('the table has at least 60 misbehaviours, each of its own name', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

// All rows over each transport: misbehaviours.rest.test.ts. Beside global fetch: beside-fetch.rest.test.ts.
testRows(
  rows.filter((_, place) => place % 6 === 0),
  longSuiteTransports,
);
