import { afterEach, expect, test, vi } from 'vitest';
import { BROWSER_SENTENCE } from '../../src/browser/is-server.ts';
import { clientOf, createControlClient } from '../../src/client/create-client.ts';
import { readOptions } from '../../src/client/options.ts';
import { ControlApiError } from '../../src/errors.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

afterEach(() => vi.unstubAllGlobals());

const options = { baseUrl: 'https://control.example', apiKey: 'key-of-a-client-0123456789' };
test('close() closes the transport, and so does the end of an `await using`', async () => {
  const transport = { open: vi.fn(), close: vi.fn() };
  const world = { transport, clock: new ManualClock(), logger: {}, random: () => 0, epochMs: () => 0 };
  const client = clientOf(readOptions(options, {}), world);
  client.close();
  expect(transport.close).toHaveBeenCalledTimes(1);
  await client[Symbol.asyncDispose]();
  expect(transport.close).toHaveBeenCalledTimes(2);
  expect(transport.open).not.toHaveBeenCalled();
});

test('a client cannot be made in a browser', () => {
  vi.stubGlobal('process', { env: {} });
  vi.stubGlobal('document', {});
  expect(() => createControlClient(options)).toThrow(new ControlApiError('browser_runtime', BROWSER_SENTENCE));
});

test.each([undefined, {}])('a client is made without variables if `process` is %j', async (process) => {
  const seen = vi.fn(async () => new Response('{"data":{"team":null}}'));
  vi.stubGlobal('process', process);
  const client = createControlClient({ ...options, fetch: seen });
  vi.unstubAllGlobals();
  expect(await client.request('{ team { id } }')).toEqual({ team: null });
  expect(seen).toHaveBeenCalledOnce();
});
