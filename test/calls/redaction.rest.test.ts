import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { REDACTED } from '../../src/redaction/redact.ts';
import { json, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

test('an answer of 60 MB that is made to be costly is scrubbed in bounded work: past the bound, nothing of it is shown', async () => {
  const costly = String.raw`\\u0025\\x41%5cu0041&#37;`;
  const one = `{"message":"${costly.repeat(8_000)}","extensions":{"${costly}":"%41%41"}},`;
  const reply = `{"errors":[${one.repeat(Math.floor(60_000_000 / one.length)).slice(0, -1)}]}`;
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(200, [json], reply)),
  });
  await using client = createControlClient({
    baseUrl: server.url,
    apiKey: 'sk_live_0123456789',
    timeoutMs: 1_800_000,
  });
  const error: unknown = await client.request('query Q { team }').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'graphql', errors: [{ message: REDACTED }] });
});
