import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { html, htmlPage, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-of-failing-calls-0123456789';
let server: MisbehavingServer;
let status = 401;

beforeAll(async () => {
  server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(status, [html, ['x-request-id', 'req-7']], htmlPage)),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const failure = async (make: typeof createControlClient, document: string, answered: number) => {
  status = answered;
  await using client = make({ baseUrl: server.url, apiKey, maxRetries: 0 });
  return client.request(document).then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error,
  );
};

test.each([
  undefined,
  null,
  'timeout',
  7,
  {},
  { code: 'timeout' },
  new Error('timeout'),
  runInNewContext('new Error("x")'),
])('nothing else is: %s', (value) => expect(isControlApiError(value)).toBe(false));

test('a refused key is reported with what to do: where keys are made, that none can be viewed again, who revokes one', async () => {
  const error = await failure(createControlClient, 'query List { team }', 401);
  expect(String(error)).toMatch(
    /^ControlApiError: http:\/\/127\.0\.0\.1:\d+: .*401.*Create API Key.*viewed again.*support.*revoke/s,
  );
});

test('a failure carries what happened as fields, and prints on few lines', async () => {
  const error = await failure(createControlClient, 'mutation Rename { rename { id } }', 503);
  expect(error).toMatchObject({
    name: 'ControlApiError',
    code: 'http_status',
    outcome: 'unknown',
    operationName: 'Rename',
    operationKind: 'mutation',
    status: 503,
    attempts: 1,
    requestId: 'req-7',
  });
  expect(String(error)).toMatch(/may have been executed/);
  expect(String(error)).not.toContain('\n');
  expect(String(error)).not.toContain('proxy/1.2');
});
