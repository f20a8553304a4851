import { afterEach, expect, test, vi } from 'vitest';
import { BROWSER_SENTENCE } from '../../src/browser/is-server.ts';
import { clientOf, createControlClient } from '../../src/client/create-client.ts';
import { readOptions } from '../../src/client/options.ts';
import { ControlApiError } from '../../src/errors.ts';
import { lazyTransport } from '../../src/transport/lazy.ts';
import { answerOf } from '../helpers/laboratory.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { transportRequest } from '../helpers/transport-request.ts';

afterEach(() => vi.unstubAllGlobals());

const options = { baseUrl: 'https://control.example', apiKey: 'key-of-a-client-0123456789' };
const url = new URL('https://control.example/graphql');
const opener = () => {
  const transport = { send: vi.fn(async () => answerOf({})), close: vi.fn() };
  return { transport, open: vi.fn(() => transport) };
};

test('a transport to a base URL that is known is checked at once, and opened by the first request', () => {
  const { transport, open } = opener();
  const serve = vi.fn(() => open);
  const late = lazyTransport({ url }, serve);
  expect(serve.mock.calls).toEqual([[url]]);
  expect(open).not.toHaveBeenCalled();
  late.send(transportRequest());
  expect(transport.send).toHaveBeenCalledOnce();
  expect(serve).toHaveBeenCalledOnce();
});

test('a transport to a base URL that is asked for is opened by the first request, and once', async () => {
  const { transport, open } = opener();
  const endpoint: { url: URL | undefined } = { url: undefined };
  const late = lazyTransport(endpoint, () => open);
  late.close();
  expect(() => late.door).toThrow(TypeError);
  endpoint.url = url;
  expect(open).not.toHaveBeenCalled();
  const request = transportRequest();
  expect(await late.send(request)).toMatchObject({ status: 200 });
  await late.send(request);
  expect(open).toHaveBeenCalledOnce();
  expect(transport.send.mock.calls).toEqual([[request], [request]]);
  expect(transport.close).not.toHaveBeenCalled();
  late.close();
  expect(transport.close).toHaveBeenCalledOnce();
});

test('close() closes the transport, and so does the end of an `await using`', async () => {
  const { transport } = opener();
  const world = { transport, clock: new ManualClock(), logger: {}, random: () => 0, epochMs: () => 0 };
  const client = clientOf(readOptions(options, {}), world);
  client.close();
  expect(transport.close).toHaveBeenCalledTimes(1);
  await client[Symbol.asyncDispose]();
  expect(transport.close).toHaveBeenCalledTimes(2);
});

test('no client is made in a browser', () => {
  vi.stubGlobal('process', { env: {} });
  vi.stubGlobal('document', {});
  expect(() => createControlClient(options)).toThrow(new ControlApiError('browser_runtime', BROWSER_SENTENCE));
});

test.each([undefined, {}])('a client is made where `process` is %j: there are no variables then', async (process) => {
  const seen = vi.fn(async () => new Response('{"data":{"team":null}}'));
  vi.stubGlobal('process', process);
  const client = createControlClient({ ...options, fetch: seen });
  vi.unstubAllGlobals();
  expect(await client.request('{ team { id } }')).toEqual({ team: null });
  expect(seen).toHaveBeenCalledOnce();
});
