import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { listening, resolvers, typeDefs } from './api.mjs';

const server = new ApolloServer({ typeDefs, resolvers, introspection: true, includeStacktraceInErrorResponses: false });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => ({ authorization: req.headers.authorization }),
});
listening(url);
