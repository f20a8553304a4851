import { createServer } from 'node:net';
import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { IntrospectionError, type IntrospectionErrorCode, introspect } from '../../src/graphql/introspection/index.ts';
import { answers, answersJson, html, htmlPage, json, response, saysAndCloses } from '../helpers/answers.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { Project } from './helpers/check.ts';

const sdl =
  'type Query { team: Team } type Team { id: ID! kind: Kind part(in: In): Team } enum Kind { A B } input In { a: Int }';
const operation = 'query Team { team { id } }';

function introspected(change: (data: IntrospectionQuery) => object = (data) => data): string {
  return JSON.stringify({ data: change(introspectionFromSchema(buildSchema(sdl))) });
}

/** The introspection answer with one member of one type replaced. */
function withType(name: string, members: object): string {
  return introspected(({ __schema }) => ({
    __schema: {
      ...__schema,
      types: __schema.types.map((type) => (type.name === name ? { ...type, ...members } : type)),
    },
  }));
}

const whole = introspected();
const errors = (message: string, extra: object = {}): string => JSON.stringify({ errors: [{ message }], ...extra });

const cases: readonly [what: string, behaviour: Behaviour, code: IntrospectionErrorCode][] = [
  ['a server that never answers', {}, 'timeout'],
  [
    'a server that stops in the middle of the body',
    {
      answer: ({ client }) => void client.write(response(200, [json, ['content-length', '9000']], whole.slice(0, 500))),
    },
    'timeout',
  ],
  ['status 500', answers(500, [json], '{}'), 'http_status'],
  ['status 503 from a proxy', answers(503, [html], htmlPage), 'http_status'],
  ['status 401', answers(401, [json], '{}'), 'http_status'],
  ['status 401 with a GraphQL error', answers(401, [json], errors('who are you?')), 'introspection_off'],
  ['status 429 with a GraphQL error', answers(429, [json], errors('slowly')), 'http_status'],
  ['status 503 with a GraphQL error', answers(503, [json], errors('later')), 'http_status'],
  ['status 404', answers(404, [html], htmlPage), 'http_status'],
  ['a redirect', answers(302, [['location', 'https://example.com/']]), 'http_status'],
  ['HTML with status 200', answers(200, [html], htmlPage), 'not_graphql'],
  ['JSON that is not GraphQL', answersJson('{"ok":true}'), 'not_graphql'],
  ['an empty body', answersJson(''), 'not_graphql'],
  [
    'a body cut off',
    saysAndCloses(response(200, [json, ['connection', 'close']], whole.slice(0, -200))),
    'not_graphql',
  ],
  ['introspection switched off', answersJson(errors('GraphQL introspection is not allowed')), 'introspection_off'],
  [
    'introspection switched off, with status 400',
    answers(400, [json], errors('introspection disabled')),
    'introspection_off',
  ],
  ['a null schema', answersJson('{"data":{"__schema":null}}'), 'introspection_off'],
  ['a schema along with errors', answersJson(errors('timed out', JSON.parse(whole))), 'partial'],
  ['no types', answersJson(introspected(({ __schema }) => ({ __schema: { ...__schema, types: [] } }))), 'partial'],
  [
    'no directives',
    answersJson(introspected(({ __schema: { directives: _, ...rest } }) => ({ __schema: rest }))),
    'partial',
  ],
  [
    'no query type',
    answersJson(introspected(({ __schema }) => ({ __schema: { ...__schema, queryType: null } }))),
    'partial',
  ],
  [
    'a type that is not described',
    answersJson(
      introspected(({ __schema }) => ({
        __schema: { ...__schema, types: __schema.types.filter(({ name }) => name !== 'Kind') },
      })),
    ),
    'partial',
  ],
  ['a type without fields', answersJson(withType('Team', { fields: null })), 'partial'],
  [
    'a field without arguments',
    answersJson(withType('Team', { fields: [{ name: 'id', type: { kind: 'SCALAR', name: 'ID' } }] })),
    'partial',
  ],
  ['an enum without values', answersJson(withType('Kind', { enumValues: null })), 'partial'],
  ['a type without a name', answersJson(withType('Kind', { name: null })), 'partial'],
  ['an input without fields', answersJson(withType('In', { inputFields: [] })), 'invalid_schema'],
  [
    'a name that is none',
    answersJson(withType('Kind', { enumValues: [{ name: 'a-b', isDeprecated: false }] })),
    'invalid_schema',
  ],
  [
    'a self-made cycle of types',
    answersJson(withType('Team', { interfaces: [{ kind: 'OBJECT', name: 'Query' }] })),
    'invalid_schema',
  ],
];

describe('an outage is not drift: a schema that cannot be read exits 3, and ends', () => {
  test.each(cases)('%s', async (_what, behaviour, code) => {
    await using server = await MisbehavingServer.start(behaviour);
    await using project = await Project.create({ 'operations/a.graphql': operation, 'schema.graphql': sdl });
    const env = { CONTROL_API_URL: server.url };
    // Only what waits for the end of its time has little of it.
    const timeout = code === 'timeout' ? '1500' : '60000';
    const outcome = await project.check(['--timeout', timeout, '--format', 'json'], env);
    expect(outcome.code).toBe(3);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ outcome: 'could-not-tell', error: { code } });
    expect(outcome.stderr).toMatch(/^\? Could not check: [A-Z].*\.\n$/);
    expect(server.deliveries.map(({ headers }) => headers.get('authorization'))).not.toContainEqual(expect.anything());
  });

  test('a refused connection', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((done) => taken.close(done));
    await using project = await Project.create({ 'operations/a.graphql': operation });
    const outcome = await project.check(['--format', 'json'], { CONTROL_API_URL: `http://127.0.0.1:${port}` });
    expect(outcome.code).toBe(3);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'unreachable' } });
  });

  test('an unknown host name', async () => {
    await using project = await Project.create({ 'operations/a.graphql': operation });
    const outcome = await project.check(['--timeout', '5000'], { CONTROL_API_URL: 'https://nowhere.invalid' });
    expect([outcome.code, outcome.stdout]).toEqual([3, expect.stringMatching(/could not be read: https:/)]);
  });

  test('an aborted reading is reported as aborted', async () => {
    await using server = await MisbehavingServer.start({});
    const stop = new AbortController();
    const reading = introspect({ baseUrl: server.url, signal: stop.signal });
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'IntrospectionError', code: 'aborted' });
    await expect(reading).rejects.toBeInstanceOf(IntrospectionError);
  });
});
