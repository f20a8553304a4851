// The measured service, in a process of its own, so that its work is not that of the client.
import { createServer } from 'node:http';
import { answerOf } from './answers.mjs';

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
    const body = answerOf(query, variables);
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
