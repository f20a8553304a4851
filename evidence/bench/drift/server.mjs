// GitHub's schema behind introspection on loopback. Answers are made once, so that no tool waits for the work of the server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buildSchema, graphqlSync } from 'graphql';

const file = new URL('../../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url);
const schema = buildSchema(readFileSync(file, 'utf8'), { assumeValidSDL: true });
const answers = new Map();

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { query, variables } = JSON.parse(body);
    if (!answers.has(body)) {
      answers.set(body, Buffer.from(JSON.stringify(graphqlSync({ schema, source: query, variableValues: variables }))));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers.get(body));
  });
});
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
