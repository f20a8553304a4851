import { createServer } from 'node:http';
import { createHandler } from 'graphql-http/lib/use/http';
import { createSchema } from 'graphql-yoga';
import { listening, resolvers, typeDefs } from './api.mjs';

const handler = createHandler({
  schema: createSchema({ typeDefs, resolvers }),
  context: ({ headers }) => ({ authorization: headers.authorization }),
});
const server = createServer(handler);
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
