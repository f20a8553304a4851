import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { listening } from './api.mjs';

// PostGraphile 5 asks for Node 22, of which this is all that it needs.
Promise.withResolvers ??= function withResolvers() {
  let [resolve, reject] = [];
  const promise = new this((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};

const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE, schemas: ['api'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
  grafast: {
    context: ({ node }) => ({
      pgSettings: { 'request.key': node?.req.headers.authorization === `Bearer ${process.env.KEY}` ? 'valid' : '' },
    }),
  },
});
const serv = pgl.createServ(grafserv);
const server = createServer();
await serv.addTo(server);
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
