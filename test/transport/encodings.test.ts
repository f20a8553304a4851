import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chooseTransport } from '../../src/transport/index.ts';
import { answers, goodBody, json, says } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { transportRequest } from '../helpers/transport-request.ts';
import { transports } from '../helpers/transports.ts';

const { brotliCompressSync: br, deflateRawSync: raw, deflateSync: deflate, gzipSync: gzip } = zlib;
const zstd = 'zstdCompressSync' in zlib ? (zlib.zstdCompressSync as (body: string) => Buffer) : undefined;
const zipped = gzip(goodBody);

/** Bodies as servers compress them, well and badly. */
const bodies: readonly (readonly [what: string, encoding: string, body: string | Uint8Array])[] = [
  ['gzip', 'gzip', zipped],
  ['gzip by its old name', 'x-gzip', zipped],
  ['gzip in capitals and spaces', ' GZip ', zipped],
  ['deflate', 'deflate', deflate(goodBody)],
  ['deflate without its wrapper', 'deflate', raw(goodBody)],
  ['deflate without its wrapper, stored', 'deflate', raw(goodBody, { level: 0 })],
  ['br', 'br', br(goodBody)],
  ['identity', 'identity', goodBody],
  ['two codings', 'gzip, br', br(zipped)],
  ['two codings without a space', 'br,gzip', gzip(br(goodBody))],
  ['the same coding twice', 'gzip, gzip', gzip(zipped)],
  ['deflate without its wrapper in gzip', 'deflate, gzip', gzip(raw(goodBody))],
  ['three codings', 'deflate, gzip, br', br(gzip(deflate(goodBody)))],
  ['six codings', 'gzip, gzip, gzip, gzip, gzip, gzip', [1, 2, 3, 4, 5].reduce((it) => gzip(it), zipped)],
  ['two gzip members', 'gzip', Buffer.concat([gzip(goodBody.slice(0, 9)), gzip(goodBody.slice(9))])],
  ['gzip without its checksum', 'gzip', zipped.subarray(0, -8)],
  ['gzip with a wrong checksum', 'gzip', Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)])],
  ['gzip cut short', 'gzip', zipped.subarray(0, -20)],
  ['gzip and garbage', 'gzip', Buffer.concat([zipped, Buffer.alloc(50, 'x')])],
  ['deflate cut short', 'deflate', deflate(goodBody).subarray(0, -20)],
  ['br cut short', 'br', br(goodBody).subarray(0, -10)],
  ['nothing in gzip', 'gzip', ''],
  ['nothing in deflate', 'deflate', ''],
  ['nothing in br', 'br', ''],
  ['nothing in two codings', 'gzip, br', ''],
  ['gzip of nothing', 'gzip', gzip('')],
  ['plain text called gzip', 'gzip', goodBody],
  ['plain text called deflate', 'deflate', goodBody],
  ['plain text in an unknown coding', 'rot13', goodBody],
  ['gzip in an unknown coding', 'gzip, rot13', zipped],
  ['plain text in a list with an unknown coding', 'gzip, rot13', goodBody],
  ['a coding of an inherited name', 'constructor', goodBody],
  ['an empty list', ' , ', goodBody],
  ['zstd', 'zstd', zstd?.(goodBody) ?? Buffer.from('28b52ffd', 'hex')],
];

/** What comes of an answer: its text, or why there is none. */
const outcome = (body: Promise<ArrayBufferLike | Uint8Array>) =>
  body.then(
    (bytes) => Buffer.from(bytes as Uint8Array).toString('latin1'),
    () => 'unreadable',
  );

const own = Object.entries(transports).filter(([name]) => name !== 'fetch');
describe.each(own)('over %s', (_name, choose) => {
  test.each(bodies)('what bare fetch reads is read: %s', async (_what, encoding, body) => {
    await using server = await MisbehavingServer.start(answers(200, [json, ['content-encoding', encoding]], body));
    await using chosen = choose();
    const url = `${server.url}/graphql`;
    const byFetch = await outcome(fetch(url, { method: 'POST', body: '{}' }).then((it) => it.arrayBuffer()));
    const transport = chooseTransport(chosen.options)(new URL(url));
    const ours = await outcome(transport.send(transportRequest()).then((it) => it.body));
    if (byFetch !== 'unreadable') expect(ours).toBe(byFetch);
    // Where fetch gives up, ours may be better: it never makes up anything.
    else if (ours !== goodBody) expect(() => JSON.parse(ours)).toThrow(SyntaxError);
  });

  test('a compressed body that comes in many pieces is read whole', async () => {
    const text = JSON.stringify({ data: Array.from({ length: 30_000 }, (_, at) => `device ${at * 7919}`) });
    const body = gzip(text);
    await using server = await MisbehavingServer.start(
      says(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`),
          body,
        ]),
      ),
    );
    await using chosen = choose();
    const transport = chooseTransport(chosen.options)(new URL(`${server.url}/graphql`));
    const answer = await transport.send(transportRequest());
    expect(Buffer.from(answer.body).toString()).toBe(text);
  });
});
