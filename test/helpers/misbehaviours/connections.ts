import { atFirst, drips, good, goodBody, json, response, says, saysAndCloses, saysAndResets } from '../answers.ts';
import { each, final, fine, type Misbehaviour, passing, transient } from './misbehaviour.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const half = good.subarray(0, good.length - 20);
const patience = { timeoutMs: 700 };
const perAttempt = { attemptTimeoutMs: 600 };

/** The attempts within half of the deadline, with growing waits. */
const notSent = { code: 'network', outcome: 'not-sent', deliveries: 0 } as const;

export const connections: readonly Misbehaviour[] = [
  {
    name: 'listens at no such port',
    server: 'refuses',
    query: notSent,
    mutation: notSent,
  },
  {
    name: 'resets every connection as it is accepted',
    server: { connected: (client) => void client.resetAndDestroy() },
    // A race decides whether the client saw the connection before it broke. Its claim must fit.
    query: [notSent, { ...notSent, outcome: 'unknown' }],
    mutation: [notSent, { ...notSent, outcome: 'unknown' }],
  },
  ...each(transient('network', 'unknown', { deliveries: 'race' }), {
    'closes every connection as it is accepted': { connected: (client) => void client.end() },
    'resets once a part of the request has arrived': { begun: (client) => void client.resetAndDestroy() },
  }),
  ...each(transient('network', 'unknown'), {
    'resets before the headers, request read': { answer: ({ client }) => void client.resetAndDestroy() },
    'closes before the headers, request read': { answer: ({ client }) => void client.end() },
  }),
  {
    name: 'resets once, then is well',
    server: atFirst(1, { answer: ({ client }) => void client.resetAndDestroy() }),
    ...passing('network', 'unknown'),
  },
  ...each(transient('network', 'unknown'), {
    'closes in the middle of the headers': saysAndCloses('HTTP/1.1 200 OK\r\ncontent-ty'),
    'resets in the middle of the headers': saysAndResets('HTTP/1.1 200 OK\r\ncontent-ty'),
  }),
  ...each(transient('network', 'unknown', { status: 200 }), {
    'resets after the headers': saysAndResets(`${head}content-length: 500\r\n\r\n`),
    'closes after the headers': saysAndCloses(`${head}content-length: 500\r\n\r\n`),
    'resets in the middle of the body': saysAndResets(half),
    'closes in the middle of the body': saysAndCloses(half),
  }),
  {
    name: 'closes in the middle of the body once, then is well',
    server: atFirst(1, saysAndCloses(half)),
    ...passing('network', 'unknown', { status: 200 }),
  },
  {
    name: 'answers on the first byte of the request, then closes',
    server: { begun: (client) => void client.end(response(503, [json], '{"errors":[{"message":"full"}]}')) },
    ...transient('http_status', 'unknown', { status: 503, deliveries: 'race' }),
  },
  { name: 'accepts and never answers', server: {}, limits: patience, ...final('timeout', 'unknown') },
  {
    name: 'never answers the first attempt, then is well, with a limit per attempt',
    server: atFirst(1, {}),
    limits: perAttempt,
    ...passing('timeout', 'unknown'),
  },
  {
    name: 'never answers any attempt, with a limit per attempt',
    server: {},
    limits: perAttempt,
    ...transient('timeout', 'unknown'),
  },
  {
    name: 'stalls in the status line',
    server: says('HTTP/1.1 2'),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  { name: 'stalls in the headers', server: says(head), limits: patience, ...final('timeout', 'unknown') },
  {
    name: 'stalls after the headers',
    server: says(`${head}content-length: 500\r\n\r\n`),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  { name: 'stalls in the body', server: says(half), limits: patience, ...final('timeout', 'unknown') },
  {
    name: 'stalls in the body of an error status, past the deadline',
    server: says(response(500, [json, ['content-length', '999']], '{"err')),
    limits: patience,
    ...final('http_status', 'unknown', { status: 500 }),
  },
  {
    name: 'drips the body, past the deadline',
    // Long enough that every machine reaches the deadline first.
    server: drips(response(200, [json], `${goodBody}${' '.repeat(50_000)}`), 2, 15),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  { name: 'drips headers and body, within the deadline', server: drips(good, 8, 5), ...fine },
  {
    name: 'drips endless headers',
    server: drips(Buffer.from(head + 'x-more: 1\r\n'.repeat(1000)), 10, 5),
    limits: patience,
    ...final('timeout', 'unknown'),
  },
  ...each(fine, {
    'delivers a body of one-byte chunks': drips(
      Buffer.from(
        `${head}transfer-encoding: chunked\r\n\r\n${[...goodBody].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
      ),
      40,
      1,
    ),
    'closes after a complete answer without saying so': saysAndCloses(good),
    'resets after a complete answer': saysAndResets(good),
  }),
  {
    name: 'speaks TLS with an untrusted certificate',
    server: { tls: true, ...says(good) },
    query: { ...notSent, attempts: 1 },
    mutation: { ...notSent, attempts: 1 },
    onFetch: {
      because: 'fetch does not say whether the handshake failed before or after the request was written',
      query: { ...notSent, outcome: 'unknown', attempts: 1 },
      mutation: { ...notSent, outcome: 'unknown', attempts: 1 },
    },
  },
];
