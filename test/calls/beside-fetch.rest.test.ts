import { rows, testBesideFetch } from './misbehaving-rows.ts';

/** Answers that `fetch` accepts and the SDK refuses, with the reason in docs/errors.md. */
testBesideFetch(rows, {
  'answers 200 with bytes that are not UTF-8': 'JSON is UTF-8',
  'answers with errors that are null entries': 'errors that are none might hide a failure',
  'sends a body just over the limit': '`maxResponseBytes`',
});
