import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilities } from './capabilities.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import { foreignServers, type Running } from './foreign-servers.ts';

/*
 * Each promise on each server of another maker. What can't work there has its reason in exceptions.json, and is tried all the same:
 * a reason that no longer holds fails. With CONTROL_API_SDK_WRITE_RESULTS=1, README.md is written again.
 */

const full = process.env['CONTROL_API_SDK_FULL'] === '1';
const requiresAll = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const page = join(import.meta.dirname, 'README.md');
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = exceptions;

const cellOf = (server: string, capability: string): string => reasons[capability]?.[server] ?? 'works';

/** The page: a row for each promise, a column for each server. */
function pageText(): string {
  const names = foreignServers.map(({ name }) => name);
  const rows = capabilities.map(({ name }) => [name, ...names.map((server) => cellOf(server, name))]);
  const lines = [['promise', ...names], ['', ...names].map(() => '---'), ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  return readFileSync(page, 'utf8').replace(/^\| promise[\s\S]*?\n(?=\n|$)/m, () => `${lines.join('\n')}\n`);
}

test('README.md has what the tests show', () => {
  if (process.env['CONTROL_API_SDK_WRITE_RESULTS'] === '1') writeFileSync(page, pageText());
  expect(readFileSync(page, 'utf8')).toBe(pageText());
  const known = new Set(capabilities.map(({ name }) => name));
  expect(Object.keys(reasons).filter((name) => !known.has(name))).toEqual([]);
});

for (const server of foreignServers) {
  const missing = server.missing();
  const isAsked = full || server.inEveryRun;
  if (!isAsked || (missing !== undefined && !requiresAll)) {
    test.skip(`${server.name}: ${isAsked ? `needs ${missing}` : '`.ci/run --full` runs it'}`, () => {});
    continue;
  }
  describe(server.name, () => {
    let running: Running;
    let moved: Running;
    beforeAll(async () => {
      if (missing !== undefined) throw new Error(`${server.name} needs ${missing}.`);
      [running, moved] = await Promise.all([server.start(false), server.start(true)]);
    });
    afterAll(() => Promise.all([running?.close(), moved?.close()]));

    test.each(capabilities.map((it) => [it.name, it] as const))('%s', async (name, capability) => {
      const { filter = 'filter', limitsDepth = false } = server;
      const asked = { url: running.url, movedUrl: moved.url, filter, limitsDepth };
      const tried = capability.try(asked);
      if (cellOf(server.name, name) === 'works') await tried;
      else await expect(tried, 'works now: take its reason out').rejects.toThrow();
    });
  });
}
