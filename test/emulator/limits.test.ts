import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { emulatorFixtures } from '../../src/testing/index.ts';
import { post } from '../helpers/post.ts';

test('a body that is too large is refused', async () => {
  await using emulator = await startEmulator();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
  // The chunks of a body, for as long as they are taken.
  const status = new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ port: emulator.port, method: 'POST', path: '/graphql', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    for (let megabytes = 0; megabytes < 11; megabytes += 1) sent.write(Buffer.alloc(1_000_000, 'a'));
    sent.end();
  });
  expect(await status).toBe(413);
  expect((await post(emulator, '{ team { devices { nodes { id } } } }')).status).toBe(200);
  const init = { method: 'POST', headers, body: JSON.stringify({ query: '#'.repeat(10_000_001) }) };
  expect((await emulator.fetch(`${emulator.url}/graphql`, init)).status).toBe(413);
});

test('the limit of a body is an option', async () => {
  await using emulator = await startEmulator({ maxBodyBytes: 100 });
  expect((await post(emulator, `{ team { name: __typename } } #${' '.repeat(100)}`)).status).toBe(413);
  await expect(startEmulator({ maxBodyBytes: 0 })).rejects.toThrow('`maxBodyBytes` must be a whole number from 1');
});

test('a request with another host or content type is answered before its body has arrived', async () => {
  await using emulator = await startEmulator();
  const early = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port: emulator.port, method: 'POST', path: '/graphql', headers }, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write('{');
    });
  expect(await early({ 'content-type': 'text/plain' })).toBe(400);
  expect(await early({ 'content-type': 'application/json', host: 'elsewhere.example' })).toBe(421);
});

test('two tests of `emulatorFixtures` at the same time are refused, since each would reset the other’s data', async () => {
  const { control } = emulatorFixtures();
  await using emulator = await startEmulator({ listen: false });
  let finish = (): void => {};
  const first = control[0]({ emulator }, () => new Promise((resolve) => (finish = resolve)));
  await expect(control[0]({ emulator }, async () => {})).rejects.toThrow('leave out `concurrent`');
  finish();
  await first;
  await control[0]({ emulator }, async () => {});
});
