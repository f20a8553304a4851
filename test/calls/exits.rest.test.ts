import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { good, query } from '../helpers/answers.ts';
import { bundledRuntime } from '../helpers/bundle.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-of-a-process-0123456789';

describe('the process', () => {
  let server: MisbehavingServer;
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundledRuntime();
    server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Runs a program. Its last line lists the resources, except for its output, that keep it alive. */
  const run = async (source: string): Promise<string> => {
    const program = `
      const { createControlClient } = await import(process.env.BUNDLE);
      ${source}
      // A connection is free one turn of the event loop after its answer.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      const alive = process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout|Immediate/.test(kind));
      console.log('kept alive by', alive.join() || 'nothing');
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, CONTROL_API_URL: server.url, CONTROL_API_KEY: apiKey, BUNDLE: bundle },
    });
    return stdout;
  };

  test.each(['undefined', 'globalThis.fetch'])(
    'the process exits by itself after a call without close(): fetch %s',
    async (fetch) => {
      const printed = await run(`
      const control = createControlClient({ timeoutMs: 600_000, fetch: ${fetch} });
      await control.request(${JSON.stringify(query)});
      console.log('answered');
    `);
      expect(printed).toBe('answered\nkept alive by nothing\n');
    },
  );

  test('the process exits after a call that timed out, though `fetch` ignores the signal', async () => {
    const printed = await run(`
      const fetch = () => new Promise(() => {});
      const control = createControlClient({ timeoutMs: 50, attemptTimeoutMs: 600_000, fetch });
      await control.request(${JSON.stringify(query)}).catch((error) => console.log(error.code));
    `);
    expect(printed).toBe('timeout\nkept alive by nothing\n');
  });
});
