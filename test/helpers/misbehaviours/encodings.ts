import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answers, chunk, goodBody, json, neverEnds, response, saysAndCloses } from '../answers.ts';
import { each, final, fine, type Misbehaviour, transient } from './misbehaviour.ts';

const encoded = (encoding: string, body: string | Uint8Array) =>
  answers(200, [json, ['content-encoding', encoding]], body);
const malformed = final('malformed_response', 'unknown', { status: 200 });
const tooLarge = final('response_too_large', 'unknown', { status: 200 });
const zipped = gzipSync(goodBody);
const corrupt = Buffer.from(zipped).fill(0x55, 14, 30);
const limits = { maxResponseBytes: 1_000_000 };
const unending = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const blank = Buffer.alloc(64 * 1024, ' ');

/** 30 MB of spaces in 30 kB. */
const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));

export const encodings: readonly Misbehaviour[] = [
  ...each(fine, {
    'compresses with gzip': encoded('gzip', zipped),
    'compresses with br': encoded('br', brotliCompressSync(goodBody)),
    'says identity': encoded('identity', goodBody),
    'writes GZIP in capitals': encoded('GZIP', zipped),
    'sends two gzip members': encoded(
      'gzip',
      Buffer.concat([gzipSync(goodBody.slice(0, 9)), gzipSync(goodBody.slice(9))]),
    ),
    'compresses with br, and then with gzip': encoded('br, gzip', gzipSync(brotliCompressSync(goodBody))),
    'says gzip in two header lines': encoded('gzip\r\ncontent-encoding: gzip', gzipSync(zipped)),
    'says a coding of an inherited name': encoded('constructor', goodBody),
    'says an empty list of codings': encoded(' , ', goodBody),
    'leaves out the checksum of gzip': encoded('gzip', zipped.subarray(0, -8)),
  }),
  ...each(malformed, {
    'adds garbage after gzip': encoded('gzip', Buffer.concat([zipped, Buffer.alloc(50, 'x')])),
    'compresses an answer of nothing': encoded('gzip', gzipSync('')),
    'sends corrupt gzip': encoded('gzip', corrupt),
    'says gzip and sends plain text': encoded('gzip', goodBody),
    'says br and sends plain text': encoded('br', goodBody),
    'sends gzip and says nothing': answers(200, [json], zipped),
    'cuts gzip short': encoded('gzip', zipped.subarray(0, zipped.length - 12)),
    'cuts br short': encoded('br', brotliCompressSync(goodBody).subarray(0, -10)),
    'says gzip and sends nothing': encoded('gzip', ''),
    'sends a wrong checksum of gzip': encoded('gzip', Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)])),
    'sends gzip in a list with an unknown coding': encoded('gzip, rot13', zipped),
  }),
  {
    name: 'cuts gzip short by closing',
    server: saysAndCloses(response(200, [json, ['content-encoding', 'gzip']], zipped).subarray(0, -12)),
    ...transient('network', 'unknown', { status: 200 }),
  },
  {
    name: 'says an encoding that nobody asked for, and sends plain text',
    server: encoded('compress', goodBody),
    ...fine,
  },
  {
    name: 'sends an encoding that nobody asked for',
    server: encoded('compress', zipped),
    ...malformed,
  },
  {
    name: 'announces a body over the limit',
    limits,
    server: answers(200, [json, ['content-length', '1000001']], '{"data":'),
    ...tooLarge,
  },
  {
    name: 'sends a body just over the limit',
    limits,
    server: answers(200, [json], `{"data":{"a":"${'x'.repeat(1_000_000 - 15)}"}}`),
    ...tooLarge,
  },
  {
    name: 'sends a body exactly at the limit',
    limits,
    server: answers(200, [json], `{"data":{"a":"${'x'.repeat(1_000_000 - 17)}"}}`),
    ...fine,
  },
  { name: 'sends a gzip bomb', limits, server: encoded('gzip', bomb), ...tooLarge },
  {
    name: 'sends a br bomb',
    limits,
    server: encoded('br', brotliCompressSync(Buffer.alloc(10_000_000, ' '))),
    ...tooLarge,
  },
  {
    name: 'sends a gzip bomb with status 502',
    limits,
    server: answers(502, [json, ['content-encoding', 'gzip']], bomb),
    ...transient('http_status', 'unknown', { status: 502 }),
  },
  {
    name: 'streams chunks without end',
    limits,
    server: neverEnds(`${unending}transfer-encoding: chunked\r\n\r\n`, chunk(blank)),
    ...tooLarge,
  },
  {
    name: 'streams without end and without framing',
    limits,
    server: neverEnds(`${unending}connection: close\r\n\r\n`, blank),
    ...tooLarge,
  },
  {
    name: 'streams without end after 500',
    limits,
    server: neverEnds('HTTP/1.1 500 Oops\r\nconnection: close\r\n\r\n', blank),
    ...transient('http_status', 'unknown', { status: 500 }),
  },
];
