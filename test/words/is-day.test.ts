import { expect, test } from 'vitest';
import { isDay } from '../../src/words/is-day.ts';

test.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (value) => {
  expect(isDay(value)).toBe(true);
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-11-31',
  '2026-00-10',
  '2026-1-1',
  '12026-11-21',
  '2026-11-211',
  '2026-11-21T00:00:00Z',
  ' 2026-11-21',
  'today',
  '',
  20_261_121,
  null,
  new Date('2026-11-21T00:00:00Z'),
  ['2026-11-21'],
  Object.create(null),
  '+12026-11-21',
])('%j is none', (value) => {
  expect(isDay(value)).toBe(false);
});
