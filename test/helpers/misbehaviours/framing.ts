import { chunk, good, goodBody, html, json, response, says, saysAndCloses } from '../answers.ts';
import { each, final, fine, type Misbehaviour, transient } from './misbehaviour.ts';

const start = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = `${start}transfer-encoding: chunked\r\n\r\n`;
const patience = { timeoutMs: 700 };

const broken = final('malformed_response', 'unknown');

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
  ...each(fine, {
    'sends garbage after a complete answer': says(Buffer.concat([good, Buffer.from('\0garbage')])),
    'sends a second answer nobody asked for': says(
      Buffer.concat([good, response(200, [json], '{"data":{"forged":true}}')]),
    ),
  }),
  ...each(broken, {
    'gives two different lengths': says(`${start}content-length: 5\r\ncontent-length: 66\r\n\r\n${goodBody}`),
    'gives a negative length': says(`${start}content-length: -5\r\n\r\n${goodBody}`),
    'gives a length that is no number': says(`${start}content-length: many\r\n\r\n${goodBody}`),
    'gives a length and chunks': says(
      `${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    ),
    'gives a chunk size that is no number': says(`${chunked}zz\r\n${goodBody}\r\n0\r\n\r\n`),
    'gives a chunk longer than its size': says(`${chunked}5\r\n${goodBody}\r\n0\r\n\r\n`),
  }),
  ...each(transient('network', 'unknown', { status: 200 }), {
    'closes in the middle of a chunk': saysAndCloses(`${chunked}ff\r\n${goodBody}`),
    'closes without the last chunk, after a whole JSON text': saysAndCloses(
      Buffer.concat([Buffer.from(chunked), chunk(goodBody)]),
    ),
  }),
  ...each(fine, {
    'adds trailers': says(
      `${start}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n${chunk(goodBody)}0\r\nx-sum: 1\r\n\r\n`,
    ),
    'ends the body by closing': saysAndCloses(response(200, [json, ['connection', 'close']], goodBody)),
    'speaks HTTP/1.0': saysAndCloses(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${goodBody}`),
  }),
  ...each(broken, {
    'speaks HTTP/0.9': saysAndCloses(htmlish()),
    'answers with JSON and no HTTP at all': saysAndCloses(goodBody),
    'is a mail server': says('220 mail.example ESMTP ready\r\n'),
    'speaks HTTP/2 without being asked': says(Buffer.from('00001204000000000000030000006400040010000000', 'hex')),
    'answers with a TLS alert': saysAndCloses(Buffer.from('15030300020246', 'hex')),
    'gives a status that is no number': says(`HTTP/1.1 abc OK\r\n\r\n`),
    'gives a header with a forbidden character': says(`${start}x-bad: a\0b\r\ncontent-length: 0\r\n\r\n`),
    'gives a header name with a space': says(`${start}bad header: 1\r\ncontent-length: 0\r\n\r\n`),
    'gives a header without a colon': says(`${start}nonsense\r\ncontent-length: 0\r\n\r\n`),
    'overflows the headers with one value': says(`${start}x-long: ${'a'.repeat(100_000)}\r\n\r\n`),
    'overflows the headers with many': says(`${start}${'x-many: 1234567890\r\n'.repeat(5_000)}\r\n`),
  }),
  ...each(fine, {
    'sends early hints first': says(
      Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), good]),
    ),
    'sends 102 twice first': says(
      Buffer.concat([Buffer.from('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'), good]),
    ),
  }),
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
