import { afterEach, describe, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { DevicesByCursor } from '../helpers/by-cursor.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { listening, missingRuby, type Running } from './foreign-servers.ts';

const isSkipped = missingRuby() !== undefined && process.env['CONTROL_API_SDK_REQUIRE_ALL'] !== '1';

const TOTAL = 230;

let running: Running;
afterEach(() => running?.close());

/** The number of items that each reader of lists returns, and the sizes of the pages that it requested. */
async function readAll(limits: Record<string, string>): Promise<readonly [brought: number, asked: number[]][]> {
  running = await listening('ruby', ['page-limits.rb'], limits);
  const { url } = running;
  const apiKey = 'emulator_for-page-limits';
  await using client = createControlClient({ baseUrl: url, apiKey });
  await using folder = await folderWith({ 'devices.graphql': String(DevicesByCursor) });
  const env = { CONTROL_API_URL: url, CONTROL_API_KEY: apiKey };
  const lines = async (command: string) => {
    const { code, stdout, stderr } = await say(command, { cwd: folder.path, env });
    expect(code, stderr).toBe(0);
    return stdout.trim().split('\n').length;
  };
  const readers = [
    async () => (await client.devices().toArray({ limit: 1_000 })).length,
    async () => (await client.paginate(DevicesByCursor, { first: 100 }).toArray({ limit: 1_000 })).length,
    async () => {
      await lines('schema pull');
      await (await fetch(`${url}/asked`)).json();
      return lines('list team.devices --format ndjson');
    },
    () => lines('request devices.graphql --paginate --var first=100 --format ndjson'),
  ];
  const all: [number, number[]][] = [];
  for (const read of readers) {
    const brought = await read();
    const asked = (await (await fetch(`${url}/asked`)).json()) as number[];
    all.push([brought, asked]);
  }
  return all;
}

describe.skipIf(isSkipped)('of graphql-ruby', () => {
  test('a list with `max_page_size` is read whole, as the server caps its pages', async () => {
    const asked = Array.from({ length: 8 }, () => 100);
    expect(await readAll({ MAX_PAGE_SIZE: '30' })).toEqual(Array.from({ length: 4 }, () => [TOTAL, asked]));
  });

  test('a list that is too heavy for `max_complexity` is read whole, by lighter pages', async () => {
    const asked = [100, 10, 20, 40, 50, 50, 50, 50];
    expect(await readAll({ MAX_COMPLEXITY: '250' })).toEqual(Array.from({ length: 4 }, () => [TOTAL, asked]));
  });

  test('a list without a limit is read by full pages', async () => {
    expect(await readAll({})).toEqual(Array.from({ length: 4 }, () => [TOTAL, [100, 100, 100]]));
  });
});
