import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { IntrospectionErrorCode } from '../../src/graphql/introspection/index.ts';
import { answers, answersJson, html, htmlPage, json, response, saysAndCloses } from '../helpers/answers.ts';
import { type Behaviour, MisbehavingServer, refusingAddress } from '../helpers/misbehaving-server.ts';
import { Project } from './helpers/check.ts';

const sdl = 'type Query { team: Team } type Team { id: ID! }';
const operation = 'query Team { team { id } }';
const { __schema } = introspectionFromSchema(buildSchema(sdl));
const whole = JSON.stringify({ data: { __schema } });
const unnamed = JSON.stringify({ data: { __schema: { ...__schema, queryType: null } } });
const noFields = JSON.stringify({
  data: {
    __schema: { ...__schema, types: __schema.types.map((it) => (it.name === 'Team' ? { ...it, fields: [] } : it)) },
  },
});
const cutOff = response(200, [json, ['connection', 'close']], whole.slice(0, -200));

// `test/graphql` has all failures of introspection; here is one case of each code.
const cases: readonly [what: string, behaviour: Behaviour, code: IntrospectionErrorCode][] = [
  ['a body cut off', saysAndCloses(cutOff), 'not_graphql'],
  ['status 503 from a proxy', answers(503, [html], htmlPage), 'http_status'],
  ['a redirect', answers(302, [['location', 'https://example.com/']]), 'http_status'],
  ['HTML with status 200', answers(200, [html], htmlPage), 'not_graphql'],
  ['introspection switched off', answersJson('{"errors":[{"message":"not allowed"}]}'), 'introspection_off'],
  ['no query type', answersJson(unnamed), 'partial'],
  ['a type without fields', answersJson(noFields), 'invalid_schema'],
];

describe('an outage is not drift: a schema that cannot be read exits 3, and ends', () => {
  test.each(cases)('check exits 3: %s', async (_what, behaviour, code) => {
    await using server = await MisbehavingServer.start(behaviour);
    await using project = await Project.create({ 'operations/a.graphql': operation, 'schema.graphql': sdl });
    const env = { CONTROL_API_URL: server.url };
    const outcome = await project.check(['--format', 'json'], env);
    expect(outcome.code).toBe(3);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ outcome: 'could-not-tell', error: { code } });
    expect(outcome.stderr).toMatch(/^\? Could not check: [A-Z].*\.\n$/);
    expect(server.deliveries.map(({ headers }) => headers.get('authorization'))).not.toContainEqual(expect.anything());
  });

  test('check exits 3 for a refused connection', async () => {
    await using nobody = await refusingAddress();
    await using project = await Project.create({ 'operations/a.graphql': operation });
    const outcome = await project.check(['--format', 'json'], { CONTROL_API_URL: nobody.url });
    expect(outcome.code).toBe(3);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'unreachable' } });
  });
});
