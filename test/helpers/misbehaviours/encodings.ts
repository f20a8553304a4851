import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answers, chunk, goodBody, json, neverEnds, response, saysAndCloses } from '../answers.ts';
import { final, fine, type Misbehaviour, transient } from './misbehaviour.ts';

const encoded = (encoding: string, body: string | Uint8Array) =>
  answers(200, [json, ['content-encoding', encoding]], body);
const malformed = final('malformed_response', 'unknown', { status: 200 });
const tooLarge = final('response_too_large', 'unknown', { status: 200 });
const zipped = gzipSync(goodBody);
const corrupt = Buffer.from(zipped).fill(0x55, 14, 30);
const limits = { maxResponseBytes: 1_000_000 };
const unending = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const blank = Buffer.alloc(64 * 1024, ' ');

/** A thousandfold: 30 MB of blanks in 30 kB. */
const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));

/** Compression, right and wrong, and bodies beyond the limit. */
export const encodings: readonly Misbehaviour[] = [
  { name: 'compresses with gzip', server: encoded('gzip', zipped), ...fine },
  { name: 'compresses with br', server: encoded('br', brotliCompressSync(goodBody)), ...fine },
  { name: 'says identity', server: encoded('identity', goodBody), ...fine },
  { name: 'writes GZIP in capitals', server: encoded('GZIP', zipped), ...fine },
  {
    name: 'adds garbage after gzip',
    server: encoded('gzip', Buffer.concat([zipped, Buffer.alloc(50, 'x')])),
    ...malformed,
  },
  { name: 'compresses an answer of nothing', server: encoded('gzip', gzipSync('')), ...malformed },
  { name: 'sends corrupt gzip', server: encoded('gzip', corrupt), ...malformed },
  { name: 'says gzip and sends plain text', server: encoded('gzip', goodBody), ...malformed },
  { name: 'says br and sends plain text', server: encoded('br', goodBody), ...malformed },
  { name: 'sends gzip and says nothing', server: answers(200, [json], zipped), ...malformed },
  { name: 'cuts gzip short', server: encoded('gzip', zipped.subarray(0, zipped.length - 12)), ...malformed },
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
