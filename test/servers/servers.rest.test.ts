import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../helpers/cases.ts';
import { capabilities } from './capabilities.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import { foreignServers, type Running } from './foreign-servers.ts';

/*
 * Each promise on each server of another project. A promise that cannot hold there has its reason in exceptions.json, and is tried
 * too: an outdated reason fails.
 */

const requiresAll = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = exceptions;

test('each exception belongs to a promise that is tried', () => {
  expect(capabilities.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(reasons)));
});

for (const server of foreignServers) {
  const missing = server.missing();
  const isAsked = isFull || server.inEveryRun;
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

    test.each(capabilities.map((it) => [it.name, it] as const))(
      'the servers keep the promise: %s',
      async (name, capability) => {
        const { filter = 'filter', limitsDepth = false } = server;
        const asked = { url: running.url, movedUrl: moved.url, filter, limitsDepth };
        const tried = capability.try(asked);
        if (reasons[name]?.[server.name] === undefined) await tried;
        else await expect(tried, 'works now: take its reason out').rejects.toThrow();
      },
    );
  });
}
