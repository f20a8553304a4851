import { expect, test, vi } from 'vitest';
import { transportTo } from '../../src/client/create-client.ts';
import { answerOf } from '../helpers/laboratory.ts';
import { transportRequest } from '../helpers/transport-request.ts';

const url = new URL('https://control.example/graphql');
const opener = () => {
  const transport = { send: vi.fn(async () => answerOf({})), close: vi.fn() };
  return { transport, open: vi.fn(() => transport) };
};

test('a transport to a base URL that is known is opened at once', () => {
  const { transport, open } = opener();
  expect(transportTo({ url, ask: () => expect.unreachable('asked') }, open)).toBe(transport);
  expect(open.mock.calls).toEqual([[url]]);
});

test('a transport to a base URL that is asked for is opened by the first request, and once', async () => {
  const { transport, open } = opener();
  const late = transportTo({ url: undefined, ask: async () => url }, open);
  late.close();
  expect(open).not.toHaveBeenCalled();
  const request = transportRequest();
  expect(await late.send(request)).toMatchObject({ status: 200 });
  await late.send(request);
  expect(open.mock.calls).toEqual([[url]]);
  expect(transport.send.mock.calls).toEqual([[request], [request]]);
  expect(transport.close).not.toHaveBeenCalled();
  late.close();
  expect(transport.close).toHaveBeenCalledOnce();
});
