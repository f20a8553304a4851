import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { listening, resolvers, typeDefs } from './api.mjs';

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: ({ request }) => ({ authorization: request.headers.get('authorization') }),
  maskedErrors: false,
  logging: false,
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
