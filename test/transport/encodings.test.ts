import { brotliCompressSync as br, gzipSync as gzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import { answers, goodBody, json } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { transportRequest } from '../helpers/transport-request.ts';
import { transports } from '../helpers/transports.ts';

const zipped = gzip(goodBody);

/** Valid and invalid compressed bodies for a request of gzip or br. */
const bodies: readonly (readonly [what: string, encoding: string, body: string | Uint8Array])[] = [
  ['gzip', 'gzip', zipped],
  ['gzip in capitals and spaces', ' GZip ', zipped],
  ['br', 'br', br(goodBody)],
  ['identity', 'identity', goodBody],
  ['two gzip members', 'gzip', Buffer.concat([gzip(goodBody.slice(0, 9)), gzip(goodBody.slice(9))])],
  ['gzip without its checksum', 'gzip', zipped.subarray(0, -8)],
  ['gzip with a wrong checksum', 'gzip', Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)])],
  ['gzip cut short', 'gzip', zipped.subarray(0, -20)],
  ['gzip and garbage', 'gzip', Buffer.concat([zipped, Buffer.alloc(50, 'x')])],
  ['br cut short', 'br', br(goodBody).subarray(0, -10)],
  ['nothing in gzip', 'gzip', ''],
  ['nothing in br', 'br', ''],
  ['gzip of nothing', 'gzip', gzip('')],
  ['plain text called gzip', 'gzip', goodBody],
  ['plain text in an unknown coding', 'rot13', goodBody],
  ['gzip in an unknown coding', 'gzip, rot13', zipped],
  ['plain text in a list with an unknown coding', 'gzip, rot13', goodBody],
  ['a coding of an inherited name', 'constructor', goodBody],
  ['an empty list', ' , ', goodBody],
  ['gzip of br', 'br, gzip', gzip(br(goodBody))],
  ['br of gzip', 'gzip,br', br(gzip(goodBody))],
  ['gzip of gzip, cut short', 'gzip, gzip', gzip(gzip(goodBody).subarray(0, -20))],
  ['gzip of gzip in two header lines', 'gzip\r\ncontent-encoding: gzip', gzip(gzip(goodBody))],
];

const outcome = (body: Promise<ArrayBufferLike | Uint8Array>) =>
  body.then(
    (bytes) => Buffer.from(bytes as Uint8Array).toString('latin1'),
    () => 'unreadable',
  );

const own = Object.entries(transports).filter(([name]) => name !== 'fetch');
describe.each(own)('over %s', (_name, choose) => {
  test.each(bodies)('a transport reads the encodings that bare `fetch` reads: %s', async (_what, encoding, body) => {
    await using server = await MisbehavingServer.start(answers(200, [json, ['content-encoding', encoding]], body));
    await using chosen = choose();
    const url = `${server.url}/graphql`;
    const byFetch = await outcome(fetch(url, { method: 'POST', body: '{}' }).then((it) => it.arrayBuffer()));
    const transport = chooseTransport({ url: new URL(url) }, chosen.options).open();
    const ours = await outcome(transport.send(transportRequest()).then((it) => it.body));
    if (byFetch !== 'unreadable') expect(ours).toBe(byFetch);
    // The SDK may read a body that fetch refuses, and never makes one up.
    else if (ours !== goodBody) expect(() => JSON.parse(ours)).toThrow(SyntaxError);
  });
});
