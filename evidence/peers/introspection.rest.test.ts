import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { describe, expect, test } from 'vitest';
import { introspect } from '../../src/graphql/introspection/index.ts';
import { parseSchema } from '../../src/graphql/parse-schema.ts';
import { printSnapshot } from '../../src/graphql/print-sdl.ts';
import { Project } from '../../test/drift/helpers/check.ts';
import type { Said } from '../../test/helpers/cli-in-process.ts';
import { listen } from '../../test/helpers/listen.ts';

const sdl = `
  directive @note(text: String, old: Int @deprecated(reason: "left")) on FIELD
  type Query { team(old: Int @deprecated(reason: "left"), kept: Int): Team!, search(in: In): [Result!]! }
  interface Named { name: String }
  type Team implements Named { name: String, devices(first: Int = 20): DeviceConnection!, labels: [String!]! }
  type DeviceConnection { nodes: [Device!]! }
  type Device implements Named { id: ID!, name: String, state: State, matrix: [[Int!]!]! }
  enum State { ON OFF @deprecated(reason: "left") }
  union Result = Team | Device
  input In { old: Int @deprecated(reason: "left"), text: String, tags: [[String!]!], and: [In!] = [] }
`;

interface Service extends AsyncDisposable {
  readonly url: string;
  /** The number of its requests. */
  readonly asked: () => number;
}

/** Serves requests by a handler. */
async function serve(handle: Parameters<typeof createServer>[1]): Promise<Service> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    handle?.(request, response);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A GraphQL Yoga server with plugins. */
function yoga(plugins: readonly Plugin[], typeDefs: string = sdl): Promise<Service> {
  return serve(
    createYoga({ schema: createSchema({ typeDefs }), plugins: [...plugins], logging: false, maskedErrors: false }),
  );
}

/** The functions of graphql-js in any version. */
interface AnyGraphql {
  buildSchema(text: string): object;
  graphql(schema: object, query: string): Promise<object>;
}

/** A server on an older version of graphql-js. */
function old(version: 'graphql-14', typeDefs: string): Promise<Service> {
  const graphql: AnyGraphql = createRequire(import.meta.url)(version);
  const schema = graphql.buildSchema(typeDefs);
  return serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const result = await graphql.graphql(schema, JSON.parse(body).query);
      response.writeHead('data' in result ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(result));
    });
  });
}

const printed = (schema: ReturnType<typeof parseSchema>): string => printSnapshot(schema, 'the test');

async function check(service: Service, operation: string, snapshot = sdl, ...args: readonly string[]): Promise<Said> {
  await using project = await Project.create({ 'operations/a.graphql': operation, 'schema.graphql': snapshot });
  return await project.check(args, { CONTROL_API_URL: service.url });
}

const depth = (n: number): Plugin => maxDepthPlugin({ n, ignoreIntrospection: false, propagateOnRejection: true });

test('a server with a depth limit for the query of older servers shows its whole schema', async () => {
  await using service = await yoga([depth(13)]);
  const schema = await introspect({ baseUrl: service.url, maxRetries: 0 });
  expect(printed(schema)).toBe(printed(parseSchema(sdl, 'the test')));
  expect(service.asked()).toBe(3);
});

describe.each<[what: string, plugin: Plugin]>([
  ['the depth', depth(9)],
  ['the cost', costLimitPlugin({ maxCost: 3000, ignoreIntrospection: false, objectCost: 2 })],
])('a server that limits %s of introspection shows nothing', (_what, plugin) => {
  test('`check` exits with 3 if a limit hides the schema, and names the way by a file', async () => {
    await using service = await yoga([plugin]);
    const { code, stdout } = await check(service, '{ team { name } }', sdl, '--format', 'json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'introspection_off',
      message: expect.stringContaining('`--live <file>`'),
    });
  });

  test('`schema pull` exits with 3 if a limit hides the schema, says where its file goes, and keeps the snapshot', async () => {
    await using service = await yoga([plugin]);
    await using project = await Project.create({ 'operations/a.graphql': '{ team { name } }', 'schema.graphql': sdl });
    const { code, stderr } = await project.run(['schema', 'pull'], { CONTROL_API_URL: service.url });
    expect([code, await readFile(join(project.folder, 'schema.graphql'), 'utf8')]).toEqual([3, sdl]);
    expect(stderr).toContain(
      'A file with the schema (SDL or introspection JSON) does as well: put it at the `schema` of the config',
    );
  });
});

// Its words: test/drift/compare/absent-inputs.test.ts.
test('graphql-js 14 has no deprecated inputs, so an absent input is removed unless it was deprecated', async () => {
  const plain = sdl.replaceAll(/ @deprecated\(reason: "left"\)/g, '');
  await using service = await old(
    'graphql-14',
    plain.replace('old: Int, kept: Int', 'other: Int').replace(', @', ' @'),
  );
  expect(await check(service, '{ team(kept: 1) { name } }')).toMatchObject({ code: 1 });
  expect(await check(service, '{ team(old: 1) { name } }')).toMatchObject({ code: 3 });
});
