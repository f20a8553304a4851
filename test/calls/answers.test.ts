import { expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { answersJson } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

test('an error holds what its type says: what a server writes as null is not there', async () => {
  const written = [{ message: 'boom', path: null, locations: null, extensions: null, hint: 'kept' }];
  await using server = await MisbehavingServer.start(answersJson(JSON.stringify({ errors: written, data: { a: 1 } })));
  await using client = createControlClient({ baseUrl: server.url, apiKey: 'key-for-answers-0123456789' });
  const { errors } = await client.execute('query List { a }');
  expect(errors).toEqual([{ message: 'boom', hint: 'kept' }]);
});
