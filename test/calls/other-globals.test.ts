import { afterEach, expect, test, vi } from 'vitest';
import { ApiKey } from '../../src/key/api-key.ts';
import { goodBody, query } from '../helpers/answers.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { served } from '../helpers/served.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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
  class Replaced {
    readonly signal = new EventTarget();
    abort() {}
  }
  vi.stubGlobal('AbortController', Replaced);
  const { client } = await served(undefined, { fetch: globalThis.fetch });
  expect(await client.request(query)).toEqual(data);
});

test('a failure before the transport has the outcome `not-sent`', async () => {
  const lab = laboratory([]);
  vi.spyOn(ApiKey.prototype, 'authorization').mockImplementation(() => {
    throw new TypeError('odd');
  });
  const error = await lab.settle('mutation Rename { rename { id } }');
  expect(error).toMatchObject({ code: 'network', outcome: 'not-sent', cause: { message: 'odd' } });
  expect(lab.sent).toEqual([]);
});
