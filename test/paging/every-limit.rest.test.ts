import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { DevicesByCursor } from '../helpers/by-cursor.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';

const schema = `
  type Query { team: Team }
  type Team { devices(first: Int, after: String): DeviceConnection }
  type DeviceConnection { nodes: [Device!]!, pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type Device { id: ID!, name: String! }
`;
const TOTAL = 230;

let emulator: Emulator;
let folder: Awaited<ReturnType<typeof folderWith>>;
beforeAll(async () => {
  emulator = await startEmulator({ schema, count: { Device: TOTAL }, onNote: () => {} });
  folder = await folderWith({ 'schema.graphql': schema, 'devices.graphql': String(DevicesByCursor) });
});
afterAll(async () => {
  await emulator.close();
  await folder[Symbol.asyncDispose]();
});

const client = () => createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
const lines = async (command: string) => {
  const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  const { code, stdout, stderr } = await say(command, { cwd: folder.path, env });
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return stdout.trim().split('\n').length;
};

const readers: Readonly<Record<string, () => Promise<number>>> = {
  'devices()': async () => (await client().devices().toArray({ limit: 1_000 })).length,
  'paginate()': async () => (await client().paginate(DevicesByCursor, { first: 100 }).toArray({ limit: 1_000 })).length,
  list: () => lines('list team.devices --format ndjson'),
  'request --paginate': () => lines(`request devices.graphql --paginate --var first=100 --format ndjson`),
};

const LIMITS = [1, 2, 3, 4, 5, 7, 9, 10, 11, 15, 19, 20, 21, 25, 30, 33, 40, 49, 50, 51, 60, 66, 75, 90, 99, 100];
const requests: Readonly<Record<number, number>> = { 100: 3, 50: 8, 30: 16, 10: 27 };

describe.each(Object.entries(readers))('%s reads a list whole', (_name, read) => {
  /** Reads from a service that refuses larger pages; how many pages were asked for. */
  async function pagesAskedFor(max: number, form: 'error' | 'null-data' | 'complexity' | 'status'): Promise<number> {
    emulator.reset();
    emulator.clearFaults();
    await emulator.fail({ fault: 'page-too-large', max, form });
    const before = emulator.requests.length;
    expect(await read()).toBe(TOTAL);
    return emulator.requests.slice(before).filter(({ variables }) => 'first' in variables).length;
  }

  describe.each(['error', 'null-data', 'complexity'] as const)('where more is refused by %s', (form) => {
    test.each(LIMITS)('above %i at once', async (max) => {
      const pages = await pagesAskedFor(max, form);
      if (requests[max] !== undefined) expect(pages).toBe(requests[max]);
    });
  });

  // Each failure that may pass is waited for.
  test.each([50, 100])('where more than %i at once brings down a gateway', async (max) => {
    await pagesAskedFor(max, 'status');
  });
});
