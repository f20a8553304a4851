// The service under measurement, in a process of its own so that its work is not the client's.
import { createServer } from 'node:http';

const DEVICES = 200_000;
const node = (index) => `{"id":"device-${index}","name":"Front door number ${index}"}`;
const connection = (from, count, rest = '') =>
  `{"data":{"team":{"devices":{"nodes":[${Array.from({ length: count }, (_, at) => node(from + at)).join(',')}]${rest}}}}}`;

const fixed = new Map([
  ['query Few', Buffer.from(connection(0, 25))],
  ['query Many', Buffer.from(connection(0, 10_000))],
]);
const pages = new Map();

function page({ first, after, total = DEVICES }) {
  const from = after === undefined ? 0 : Number(after);
  const key = `${from}/${first}/${total}`;
  if (!pages.has(key)) {
    const end = Math.min(from + first, total);
    const info = `,"pageInfo":{"hasNextPage":${end < total},"endCursor":"${end}"}`;
    pages.set(key, Buffer.from(connection(from, end - from, info)));
  }
  return pages.get(key);
}

let outages = 0;
process.on('message', () => {
  process.send(outages);
  outages = 0;
});

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { query, variables } = JSON.parse(Buffer.concat(chunks));
    if (query.startsWith('query Outage')) {
      outages++;
      response.writeHead(503).end();
      return;
    }
    const body = fixed.get(query.slice(0, query.indexOf(' ', 6))) ?? page(variables);
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    };
    if (variables?.latencyMs) setTimeout(answer, variables.latencyMs);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
process.on('disconnect', () => process.exit());
