import fastify from 'fastify';
import mercurius from 'mercurius';
import { listening, resolvers, typeDefs } from './api.mjs';

const { Resource, ...plain } = resolvers;
const app = fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: { ...plain, Resource: { resolveType: Resource.__resolveType } },
  context: ({ headers }) => ({ authorization: headers.authorization }),
});
listening(await app.listen({ port: 0, host: '127.0.0.1' }));
