import { createServer } from 'node:net';
import { buildSchema, graphqlSync, type IntrospectionQuery, introspectionFromSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { IntrospectionError, type IntrospectionErrorCode, introspect } from '../../src/graphql/introspection/index.ts';
import { unseenIn } from '../../src/graphql/introspection/unseen.ts';
import { answers, answersJson, html, htmlPage, json, response, saysAndCloses } from '../helpers/answers.ts';
import { type Behaviour, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { asOldServer } from '../helpers/old-specification.ts';
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
    const outcome = await project.check(['--timeout', '1500', '--format', 'json'], env);
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

describe('reading the live schema', () => {
  /** Answers real GraphQL over a schema, with the request as it came. */
  function serving(answer: (query: string) => object): Behaviour {
    return {
      answer: ({ delivery, client }) => {
        const { query } = JSON.parse(delivery.body);
        const result = answer(query);
        client.write(response('data' in result ? 200 : 400, [json], JSON.stringify(result)));
      },
    };
  }

  const rich = buildSchema(`
    type Query { old(gone: Int @deprecated(reason: "left"), kept: Int): Int }
    input In { gone: Int @deprecated(reason: "left") kept: Int }
    input One @oneOf { a: Int b: In }
    scalar Moment @specifiedBy(url: "https://example.com/moment")
    directive @twice(a: Moment, b: One) repeatable on FIELD
  `);

  test('requests deprecated arguments and inputs, repeatability, specifications and one-of, if the server supports them', async () => {
    await using server = await MisbehavingServer.start(
      serving((query) => graphqlSync({ schema: rich, source: query })),
    );
    const schema = await introspect({ baseUrl: server.url });
    expect(
      schema
        .getQueryType()
        ?.getFields()
        ['old']?.args.map(({ deprecationReason }) => deprecationReason),
    ).toEqual(['left', null]);
    expect(schema.getDirective('twice')?.isRepeatable).toBe(true);
    expect(schema.getType('Moment')).toMatchObject({ specifiedByURL: 'https://example.com/moment' });
    expect(schema.getType('One')).toMatchObject({ isOneOf: true });
    expect(server.deliveries).toHaveLength(2);
    for (const { headers } of server.deliveries) expect(headers.has('authorization')).toBe(false);
  });

  test('requests only what a server of the oldest specification supports', async () => {
    const newer = /isRepeatable|specifiedByURL|isOneOf|(?:args|inputFields)\(includeDeprecated/;
    await using server = await MisbehavingServer.start(
      serving((query) => {
        const answer = graphqlSync({ schema: rich, source: query });
        if (query.includes('SchemaFeatures')) return asOldServer(answer);
        return newer.test(query) ? { errors: [{ message: 'unknown field' }] } : answer;
      }),
    );
    const schema = await introspect({ baseUrl: server.url });
    expect(
      schema
        .getQueryType()
        ?.getFields()
        ['old']?.args.map(({ name }) => name),
    ).toEqual(['kept']);
  });

  test('requests everything if the server does not say what it supports, then what its refusal does not name', async () => {
    const refused: string[] = [];
    await using server = await MisbehavingServer.start(
      serving((query) => {
        if (query.includes('__type(')) return { data: { type: null, schema: null } };
        if (/directives \{[\s\S]*args\(includeDeprecated/.test(query)) {
          refused.push(query);
          return { errors: [{ message: 'Unknown argument "includeDeprecated" on field "__Directive.args".' }] };
        }
        return graphqlSync({ schema: rich, source: query });
      }),
    );
    const schema = await introspect({ baseUrl: server.url });
    expect(refused).toHaveLength(1);
    expect(unseenIn(schema)).toMatchObject({ deprecated: ['directive arguments'], mayHideOthers: true });
    expect(schema.getType('One')).toMatchObject({ isOneOf: true });
    expect(
      schema
        .getQueryType()
        ?.getFields()
        ['old']?.args.map(({ name }) => name),
    ).toEqual(['gone', 'kept']);
  });

  test('requests the minimum if the server refuses without saying why', async () => {
    await using server = await MisbehavingServer.start(
      serving((query) =>
        query.includes('__type(') || query.includes('isOneOf')
          ? { errors: [{ message: 'no' }] }
          : graphqlSync({ schema: rich, source: query }),
      ),
    );
    const schema = await introspect({ baseUrl: server.url });
    expect(unseenIn(schema).deprecated).toEqual(['field arguments', 'directive arguments', 'input fields']);
    expect(server.deliveries).toHaveLength(3);
  });
});
