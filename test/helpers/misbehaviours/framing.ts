import { chunk, good, goodBody, html, json, response, says, saysAndCloses } from '../answers.ts';
import { final, fine, type Misbehaviour, transient } from './misbehaviour.ts';

const start = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = `${start}transfer-encoding: chunked\r\n\r\n`;
const patience = { timeoutMs: 700 };

const broken = final('malformed_response', 'unknown');

/** Bytes that are no HTTP, or nearly none. */
export const framing: readonly Misbehaviour[] = [
  {
    name: 'claims a longer body than it sends, and closes',
    server: saysAndCloses(`${start}content-length: ${goodBody.length + 1}\r\n\r\n${goodBody}`),
    ...transient('network', 'unknown', { status: 200 }),
  },
  {
    name: 'claims a longer body than it sends, and waits',
    server: says(`${start}content-length: ${goodBody.length + 1}\r\n\r\n${goodBody}`),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  {
    name: 'claims a shorter body than it sends',
    server: says(`${start}content-length: ${goodBody.length - 5}\r\n\r\n${goodBody}`),
    ...final('malformed_response', 'unknown', { status: 200 }),
  },
  {
    name: 'sends garbage after a complete answer',
    server: says(Buffer.concat([good, Buffer.from('\0garbage')])),
    ...fine,
  },
  {
    name: 'sends a second answer nobody asked for',
    server: says(Buffer.concat([good, response(200, [json], '{"data":{"forged":true}}')])),
    ...fine,
  },
  {
    name: 'gives two different lengths',
    server: says(`${start}content-length: 5\r\ncontent-length: 66\r\n\r\n${goodBody}`),
    ...broken,
  },
  {
    name: 'gives a negative length',
    server: says(`${start}content-length: -5\r\n\r\n${goodBody}`),
    ...broken,
  },
  {
    name: 'gives a length that is no number',
    server: says(`${start}content-length: many\r\n\r\n${goodBody}`),
    ...broken,
  },
  {
    name: 'gives a length and chunks',
    server: says(`${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'gives a chunk size that is no number',
    server: says(`${chunked}zz\r\n${goodBody}\r\n0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'gives a chunk longer than its size',
    server: says(`${chunked}5\r\n${goodBody}\r\n0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'closes in the middle of a chunk',
    server: saysAndCloses(`${chunked}ff\r\n${goodBody}`),
    ...transient('network', 'unknown', { status: 200 }),
  },
  {
    name: 'closes without the last chunk, after a whole JSON text',
    server: saysAndCloses(Buffer.concat([Buffer.from(chunked), chunk(goodBody)])),
    ...transient('network', 'unknown', { status: 200 }),
  },
  {
    name: 'adds trailers',
    server: says(`${start}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n${chunk(goodBody)}0\r\nx-sum: 1\r\n\r\n`),
    ...fine,
  },
  {
    name: 'ends the body by closing',
    server: saysAndCloses(response(200, [json, ['connection', 'close']], goodBody)),
    ...fine,
  },
  {
    name: 'speaks HTTP/1.0',
    server: saysAndCloses(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${goodBody}`),
    ...fine,
  },
  { name: 'speaks HTTP/0.9', server: saysAndCloses(htmlish()), ...broken },
  { name: 'answers with JSON and no HTTP at all', server: saysAndCloses(goodBody), ...broken },
  { name: 'is a mail server', server: says('220 mail.example ESMTP ready\r\n'), ...broken },
  {
    name: 'speaks HTTP/2 without being asked',
    server: says(Buffer.from('00001204000000000000030000006400040010000000', 'hex')),
    ...broken,
  },
  {
    name: 'answers with a TLS alert',
    server: saysAndCloses(Buffer.from('15030300020246', 'hex')),
    ...broken,
  },
  {
    name: 'gives a status that is no number',
    server: says(`HTTP/1.1 abc OK\r\n\r\n`),
    ...broken,
  },
  {
    name: 'gives a header with a forbidden character',
    server: says(`${start}x-bad: a\0b\r\ncontent-length: 0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'gives a header name with a space',
    server: says(`${start}bad header: 1\r\ncontent-length: 0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'gives a header without a colon',
    server: says(`${start}nonsense\r\ncontent-length: 0\r\n\r\n`),
    ...broken,
  },
  {
    name: 'overflows the headers with one value',
    server: says(`${start}x-long: ${'a'.repeat(100_000)}\r\n\r\n`),
    ...broken,
  },
  {
    name: 'overflows the headers with many',
    server: says(`${start}${'x-many: 1234567890\r\n'.repeat(5_000)}\r\n`),
    ...broken,
  },
  {
    name: 'sends early hints first',
    server: says(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), good])),
    ...fine,
  },
  {
    name: 'sends 102 twice first',
    server: says(Buffer.concat([Buffer.from('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'), good])),
    ...fine,
  },
  {
    name: 'says 102 and nothing more',
    server: says('HTTP/1.1 102 Processing\r\n\r\n'),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  {
    name: 'switches protocols without being asked',
    server: says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    ...transient('network', 'unknown'),
  },
  {
    name: 'answers 204 without a body',
    server: says('HTTP/1.1 204 No Content\r\n\r\n'),
    ...final('malformed_response', 'unknown', { status: 204 }),
  },
  {
    name: 'answers 205 with an empty body',
    server: says(response(205, [html])),
    ...final('malformed_response', 'unknown', { status: 205 }),
  },
];

function htmlish(): string {
  return '<html>hello from 1991</html>\r\n';
}
