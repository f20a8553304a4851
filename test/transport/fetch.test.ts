// A stand-in for `fetch`, without a connection. See also test/calls/transports.
import { expect, test, vi } from 'vitest';
import { createFetchTransport } from '../../src/transport/fetch.ts';
import type { TransportFailure, TransportRequest } from '../../src/transport/transport.ts';
import { failed, overAtOnce, transportRequest } from '../helpers/transport-request.ts';

const endpoint = new URL('https://control.example/graphql');

function sending(fetch: (...call: Parameters<typeof globalThis.fetch>) => unknown, given?: Partial<TransportRequest>) {
  const request = transportRequest(given);
  const transport = createFetchTransport(endpoint, fetch as typeof globalThis.fetch);
  const settled = transport.send(request).catch((failure: TransportFailure) => failure);
  return { request, settled };
}

/** A Response with the properties that are read, and a body of these pieces. */
function responseOf(pieces: readonly unknown[], more: object = {}) {
  const read = vi.fn(async () => {
    const value = pieces[read.mock.calls.length - 1];
    if (value instanceof Error) throw value;
    return { done: value === undefined, value };
  });
  const body = { getReader: () => ({ read, cancel: async () => {} }) };
  return { status: 200, headers: new Headers(), body, ...more };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('`fetch` gets the whole request', async () => {
  const fetch = vi.fn(async () => new Response('{}'));
  const { request, settled } = sending(fetch, { authorization: 'Bearer key', headers: { 'x-a': 'b' } });
  expect(await settled).toMatchObject({ status: 200, body: bytes('{}') });
  expect(fetch.mock.calls).toEqual([
    [
      endpoint.href,
      {
        method: 'POST',
        headers: { 'x-a': 'b', Authorization: 'Bearer key' },
        body: request.body,
        redirect: 'manual',
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
  expect(request.registered).toBe(0);
});

test('`fetch` does not get a canceled request', async () => {
  const fetch = vi.fn();
  expect(await sending(fetch, { onCancel: overAtOnce }).settled).toMatchObject(failed('cancelled', false));
  expect(fetch).not.toHaveBeenCalled();
});

test('an answer without a body is empty', async () => {
  const { settled } = sending(async () => new Response(null, { status: 404 }));
  const answer = await settled;
  expect(answer).toMatchObject({ status: 404, body: new Uint8Array() });
  expect(answer).not.toHaveProperty('fault');
});

test('an answer is already decoded, whatever its headers say', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-length': '9' };
  const { settled } = sending(async () => new Response('{}', { headers }));
  expect(await settled).toMatchObject({ status: 200, body: bytes('{}') });
});

test.each([
  ['hides', { type: 'opaqueredirect', status: 0 }, 302],
  ['shows', { type: 'basic', status: 307 }, 307],
  ['follows', { redirected: true }, 302],
])('a redirect has a status of redirects if the runtime %s it', async (_how, more, status) => {
  const { settled } = sending(async () => responseOf([], more));
  expect(await settled).toMatchObject({ status });
});

test.each([
  ['ECONNREFUSED', 'truncated'],
  ['ECONNRESET', 'truncated'],
  ['Z_DATA_ERROR', 'malformed'],
])('an answer whose body fails with %s was sent', async (code, kind) => {
  const cause = Object.assign(new Error('broken'), { code });
  const { settled } = sending(async () => responseOf([bytes('{'), cause]));
  expect(await settled).toMatchObject({ ...failed(kind, true), head: { status: 200 }, cause });
});
