import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startEmulator } from '../src/emulator/index.ts';
import { ended, start } from './helpers/cli.ts';

/** The program of `npm start`. Its run on the emulator is in test/first-light.test.ts. */
const firstLight = (env: Record<string, string>) =>
  ended(start(process.execPath, ['examples/first-light/main.mjs'], env));

/** A list with a default page of 20. */
const paged = `type Query { team: Team! } type Team { devices(first: Int! = 20, after: String): Devices! }
  type Devices { nodes: [Device!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Device { id: ID! name: String }`;

const leftovers = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('first-light-'));

test('the main job runs on the service that the environment names', async () => {
  await using service = await startEmulator({ schema: paged });
  const settings = { CONTROL_API_URL: service.url, CONTROL_API_KEY: service.key };
  const { code, stdout, stderr } = await firstLight(settings);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Using the service that CONTROL_API_URL names');
  // The default page of 20 is not the whole list, and the program has to say so.
  expect(stdout).toContain('Listed 20 devices');
  expect(stdout).toContain('The schema has pages: client.devices() reads them all, 25 devices.');
});

test('the main job reports an error in one sentence, and leaves no file behind', async () => {
  const before = await leftovers();
  const { code, stderr } = await firstLight({
    CONTROL_API_URL: 'http://127.0.0.1:9',
    CONTROL_API_KEY: 'emulator_none',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^[^\n]{20,}\n$/);
  expect(await leftovers()).toEqual(before);
});
