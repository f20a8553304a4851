import { describe, expect, test } from 'vitest';
import { serverMessageOf } from '../../src/call/judge/server-message.ts';
import { createControlClient } from '../../src/index.ts';
import { answers, chunk, json, neverEnds, query } from '../helpers/answers.ts';
import { gzipBomb } from '../helpers/bomb.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { transports } from '../helpers/transports.ts';

const apiKey = 'key-within-limits-0123456789';
const mebibyte = 1024 * 1024;

describe.each(Object.entries(transports))('over %s', (_name, choose) => {
  const endless = (status: number) =>
    neverEnds(
      `HTTP/1.1 ${status} Whatever\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      chunk(Buffer.alloc(256 * 1024, ' ')),
    );
  const bomb = (status: number) => answers(status, [json, ['content-encoding', 'gzip']], gzipBomb);

  test.each([
    { what: 'a stream without end', server: endless(200), code: 'response_too_large', outcome: 'unknown' },
    { what: 'a gzip bomb', server: bomb(200), code: 'response_too_large', outcome: 'unknown' },
    { what: 'a stream without end with status 404', server: endless(404), code: 'http_status', outcome: 'rejected' },
    { what: 'a gzip bomb with status 404', server: bomb(404), code: 'http_status', outcome: 'rejected' },
  ])('$what ends at the size limit, with memory bounded by it', async ({ what, server: behaviour, code, outcome }) => {
    await using server = await MisbehavingServer.start(behaviour);
    let peak = 0;
    {
      await using transport = choose();
      await using client = createControlClient({
        baseUrl: server.url,
        apiKey,
        maxResponseBytes: 4 * mebibyte,
        ...transport.options,
      });
      const baseline = outside();
      const watch = setInterval(() => {
        peak = Math.max(peak, outside() - baseline);
      }, 1);
      const error: unknown = await client.request(query).catch((thrown: unknown) => thrown);
      clearInterval(watch);
      expect(error).toMatchObject({ code, outcome, attempts: 1 });
      // A bomb that arrived whole leaves its connection idle.
      if (what.includes('stream')) await expect.poll(() => server.openConnections).toBe(0);
    }
    // 4 MiB of answer, the same in flight, and the memory of the test server. Without the limit it is 300.
    expect(peak).toBeLessThan(64 * mebibyte);
    await expect.poll(() => server.openConnections).toBe(0);
  });

  test('the cost of a stream of one-byte pieces is bounded by the size limit', async () => {
    const tiny = Buffer.concat(Array.from({ length: 10_000 }, () => chunk(' ')));
    await using server = await MisbehavingServer.start(
      neverEnds('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n', tiny),
    );
    await using transport = choose();
    await using client = createControlClient({
      baseUrl: server.url,
      apiKey,
      maxResponseBytes: mebibyte,
      ...transport.options,
    });
    const baseline = process.memoryUsage().heapUsed;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed - baseline);
    }, 5);
    await expect(client.request(query)).rejects.toMatchObject({ code: 'response_too_large' });
    clearInterval(watch);
    // 15 MiB, mostly of the test server. It is 200 if every byte is a piece of its own.
    expect(peak).toBeLessThan(80 * mebibyte);
  });

  test('the default size limit is 64 MiB', async () => {
    const over = Buffer.alloc(64 * mebibyte + 1, ' ');
    await using server = await MisbehavingServer.start(answers(200, [json], over));
    await using transport = choose();
    await using client = createControlClient({ baseUrl: server.url, apiKey, ...transport.options });
    await expect(client.request(query)).rejects.toMatchObject({ code: 'response_too_large' });
  });
});

test.each(['<', '<title', '<title ', ' ', '< ', '</', '\u0001', '['])(
  'the message of a server costs no multiple for 64 kB of %j',
  (piece) => {
    const costOf = (text: string): number => {
      const begun = process.cpuUsage();
      serverMessageOf({ text, header: () => 'text/html' }, undefined, (it) => it);
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    // A pattern of quadratic time takes seconds here, and a linear one milliseconds.
    const [hostile, harmless] = [piece.repeat(65_536 / piece.length), 'a b'.repeat(65_536 / 3)].map((text) =>
      Math.min(...Array.from({ length: 3 }, () => costOf(text))),
    );
    expect(hostile).toBeLessThan(100 * Math.max(harmless ?? 0, 1_000));
  },
);

function outside(): number {
  const { external, arrayBuffers } = process.memoryUsage();
  return external + arrayBuffers;
}
