import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { listen } from '../helpers/listen.ts';

type Resolvers = NonNullable<Parameters<typeof createSchema>[0]['resolvers']>;

/** A running service, and the requests that reached it. */
export interface Served {
  readonly env: { readonly CONTROL_API_URL: string; readonly CONTROL_API_KEY: string };
  readonly url: string;
  readonly bodies: { readonly query: string; readonly variables?: Record<string, unknown> }[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function served(typeDefs: string, resolvers: Resolvers): Promise<Served> {
  const bodies: Served['bodies'] = [];
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers }),
    logging: false,
    maskedErrors: false,
    plugins: [
      {
        onParams: ({ params }: { params: { query?: string; variables?: Record<string, unknown> } }) => {
          const { query = '', variables } = params;
          bodies.push({ query, ...(variables && { variables }) });
        },
      },
    ],
  });
  const server = createServer(yoga);
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    env: { CONTROL_API_URL: url, CONTROL_API_KEY: 'emulator_for-this-test' },
    url,
    bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
