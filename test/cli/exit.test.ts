import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit.ts';
import type { ControlApiErrorCode } from '../../src/index.ts';

test.each<[ControlApiErrorCode, number]>([
  ['configuration', 2],
  ['browser_runtime', 2],
  ['operation_not_allowed', 2],
  ['network', 3],
  ['timeout', 3],
  ['aborted', 3],
  ['redirected', 3],
  ['malformed_response', 3],
  ['response_too_large', 3],
  ['stuck_cursor', 3],
  ['incomplete_list', 3],
  ['unauthenticated', 4],
  ['forbidden', 4],
  ['rate_limited', 3],
  ['graphql', 4],
])('the failure %s exits with %i', (code, exitCode) => {
  expect(exitCodeOf(code)).toBe(exitCode);
});

test.each([
  [404, 4],
  [408, 3],
  [425, 3],
  [499, 4],
  [500, 3],
  [503, 3],
  [304, 3],
  [undefined, 3],
])('an unexpected status %s exits with %i', (status, exitCode) => {
  expect(exitCodeOf('http_status', status)).toBe(exitCode);
});
