import { request } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { emulatorFixtures } from '../../src/testing/index.ts';
import { post } from '../helpers/post.ts';

afterEach(() => void vi.useRealTimers());

/** Sends chunks of a body for as long as they are taken, and returns the status of the answer. */
function upload(port: number, headers: Record<string, string>, megabytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, method: 'POST', path: '/graphql', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    const chunk = Buffer.alloc(1_000_000, 'a');
    for (let count = 0; count < megabytes; count += 1) sent.write(chunk);
    sent.end();
  });
}

describe('bodies', () => {
  test('a body that is too large is refused', async () => {
    await using emulator = await startEmulator();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
    expect(await upload(emulator.port, headers, 11)).toBe(413);
    const { status } = await post(emulator.url, '{ team { devices { nodes { id } } } }', { key: emulator.key });
    expect(status).toBe(200);
    const inProcess = await emulator.fetch(`${emulator.url}/graphql`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ query: '#'.repeat(10_000_001) }) },
    });
    expect(inProcess.status).toBe(413);
  });

  test('the limit of a body is an option', async () => {
    await using emulator = await startEmulator({ maxBodyBytes: 100 });
    expect(
      (await post(emulator.url, `{ team { name: __typename } } #${' '.repeat(100)}`, { key: emulator.key })).status,
    ).toBe(413);
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
});

describe('the scope of faults', () => {
  const query = 'query List { team { devices { nodes { id } } } }';
  const mutation = 'mutation Change { team { devices { nodes { id } } } }';

  test('a fault strikes only queries or only mutations, with any status from 500 to 599', async () => {
    await using emulator = await startEmulator({
      faults: [
        { fault: 'html-502', kind: 'mutation', status: 504 },
        { fault: 'unavailable-then-fine', kind: 'query', status: 507 },
      ],
    });
    const ask = async (text: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
      return (
        await fetch(`${emulator.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: text }) })
      ).status;
    };
    expect([await ask(mutation), await ask(query), await ask(query), await ask(mutation)]).toEqual([
      504, 507, 200, 504,
    ]);
  });

  test('a fault with a probability strikes the same requests for the same seed', async () => {
    const run = async (seed: number) => {
      await using emulator = await startEmulator({
        ...{ seed, listen: false, faults: [{ fault: 'unavailable-then-fine', probability: 0.3, times: 1000 }] },
      });
      const control = createControlClient({
        ...{ baseUrl: emulator.url, apiKey: emulator.key, fetch: emulator.fetch, maxRetries: 0 },
      });
      const answers = [];
      for (let count = 0; count < 60; count += 1)
        answers.push(
          await control.request(query).then(
            () => true,
            () => false,
          ),
        );
      return answers;
    };
    const answers = await run(1);
    expect(await run(1)).toEqual(answers);
    expect(await run(2)).not.toEqual(answers);
    const failed = answers.filter((fine) => !fine).length;
    expect(failed).toBeGreaterThan(6);
    expect(failed).toBeLessThan(32);
  });
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
