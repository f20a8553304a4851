import { rows, testBesideFetch } from './misbehaving-rows.ts';

/** Answers that fetch gets and we refuse, each for a reason that the manual names (docs/errors.md). */
testBesideFetch(rows, {
  'answers 200 with bytes that are not UTF-8': 'JSON is UTF-8',
  'answers with errors that are null entries': 'errors that are none might hide a failure',
  'sends a body just over the limit': '`maxResponseBytes`',
});
