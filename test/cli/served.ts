import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
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
