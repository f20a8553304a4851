import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planKills } from '../src/kill-plan.js';
import { progressLine } from '../src/progress-line.js';
import { report } from '../src/report.js';
import { ProgressDisplay } from '../src/show-progress.js';

const half = { over: 25_000, found: 50_000, perSecond: 1234.5, workers: 4, kills: 3 };

test('a terminal gets a bar, anything else a plain line', () => {
  const text = '50 %  25,000 of 50,000 devices, 1,235 a second, 4 workers, 3 killed';
  assert.equal(progressLine(half, true), `${'█'.repeat(12)}${'░'.repeat(12)}  ${text}`);
  assert.equal(progressLine(half, false), ` ${text}`);
  assert.equal(
    progressLine({ over: 0, found: 0, perSecond: 0, workers: 1, kills: 0 }, false),
    '  0 %  0 of 0 devices, 0 a second, 1 worker',
  );
});

test('outside of a terminal, progress is a whole line every few seconds', () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) > 0, isTTY: false };
  const display = new ProgressDisplay(stream);
  for (const now of [0, 100, 4_999, 5_000, 9_000]) display.show(half, now);
  display.clear();
  assert.equal(written.length, 2);
  assert.ok(written.every((text) => text.endsWith('\n') && !text.includes('\u001b')));
});

test('the same seed kills at the same moments, another one at others', () => {
  const scope = { seed: 7, pages: 480, mutations: 48_000, workers: 4, producerKills: 6, workerKills: 18 };
  const plan = planKills(scope);
  assert.equal(plan.length, 24);
  assert.deepEqual(plan, planKills(scope));
  assert.notDeepEqual(plan, planKills({ ...scope, seed: 8 }));
  assert.deepEqual(
    new Set(plan.filter(({ role }) => role === 'worker').map(({ index }) => index)),
    new Set([0, 1, 2, 3]),
  );
});

test('the report lists what somebody has to look at', () => {
  const counts = { listed: 0, begun: 0, done: 1, refused: 1, unknown: 7 };
  const rest = [
    { device: 'd0', state: 'refused', why: 'The device is locked.' } as const,
    ...Array.from({ length: 7 }, (_, index) => ({ device: `u${index}`, state: 'unknown', why: 'network' }) as const),
  ];
  const text = report({ counts, found: 9, over: 9, failedPages: 0, ended: true }, rest);
  assert.match(text, /d0 {2}The device is locked\./);
  assert.match(text, /u4 {2}network\n {4}… and 2 more/);
  assert.doesNotMatch(text, /u5/);
});
