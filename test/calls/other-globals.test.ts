import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { ApiKey } from '../../src/key/api-key.ts';
import { good, goodBody, query, says } from '../helpers/answers.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

afterEach(() => vi.unstubAllGlobals());

const { data } = JSON.parse(goodBody);

test('a key function works with a replaced global Promise', async () => {
  class Replaced<T> extends Promise<T> {}
  const lab = laboratory([], { apiKey: async () => 'key-of-another-promise' });
  vi.stubGlobal('Promise', Replaced);
  const answer = await lab.settle(query);
  expect(answer).toMatchObject({ data });
  expect(lab.keys).toEqual(['key-of-another-promise']);
});

test('a key function may return a thenable of any library', async () => {
  // biome-ignore lint/suspicious/noThenProperty: promises of other libraries are these
  const thenable = { then: (resolve: (key: string) => void) => resolve('key-of-a-thenable') };
  const lab = laboratory([], { apiKey: () => thenable as Promise<string> });
  expect(await lab.settle(query)).toMatchObject({ data });
  expect(lab.keys).toEqual(['key-of-a-thenable']);
});

test('calls over `fetch` work with a replaced AbortController', async () => {
  await using server = await MisbehavingServer.start(says(good));
  class Replaced {
    readonly signal = new EventTarget();
    abort() {}
  }
  vi.stubGlobal('AbortController', Replaced);
  await using client = createControlClient({ baseUrl: server.url, apiKey: 'key-over-fetch', fetch: globalThis.fetch });
  expect(await client.request(query)).toEqual(data);
});

test('a failure before the transport has the outcome `not-sent`', async () => {
  const lab = laboratory([]);
  vi.spyOn(ApiKey.prototype, 'authorization').mockImplementation(() => {
    throw new TypeError('odd');
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const error = await lab.settle('mutation Rename { rename { id } }');
  expect(error).toMatchObject({ code: 'network', outcome: 'not-sent', cause: { message: 'odd' } });
  expect(lab.sent).toEqual([]);
});
