import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { IntrospectionError, introspect } from '../../src/graphql/introspection/index.ts';
import { messageOf, texts } from '../helpers/texts.ts';

const { __schema } = introspectionFromSchema(buildSchema('type Query { team: Team } type Team { id: ID }'));

function json(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The schema's answer with its types changed. */
function withTypes(change: (types: IntrospectionQuery['__schema']['types'][number]) => object): Response {
  return json({ data: { __schema: { ...__schema, types: __schema.types.map(change) } } });
}

const answers: Readonly<Record<string, () => Response | Promise<never>>> = {
  'no connection': () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  'no answer in time': () => new Promise<never>(() => {}),
  'HTTP status 500': () => json({}, 500),
  'a page instead of GraphQL': () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  'an answer that is too large': () =>
    new Response('{}', { headers: { 'content-type': 'application/json', 'content-length': String(2 ** 27) } }),
  'an answer that refuses': () => json({ errors: [{ message: 'GraphQL introspection is not allowed' }] }),
  'a refusal of everybody': () => json({}, 403),
  'a limit': () => json({ errors: [{ message: 'slowly' }] }, 429),
  'trouble that is reported in GraphQL': () => json({ errors: [{ message: 'later' }] }, 503),
  'an answer without a schema': () => json({ data: { __schema: null } }),
  'an answer with errors': () => json({ data: { __schema }, errors: [{ message: 'broken' }] }),
  'an answer without types': () => json({ data: { __schema: { ...__schema, types: [] } } }),
  'an answer that lacks a type': () => withTypes((type) => (type.name === 'Team' ? { ...type, name: 'Other' } : type)),
  'an invalid schema': () => withTypes((type) => (type.name === 'Team' ? { ...type, fields: [] } : type)),
};

test('the messages of reading a live schema read as reviewed', async () => {
  const parts: (readonly [string, string])[] = [];
  for (const [what, answer] of Object.entries(answers)) {
    let code = '';
    const timeoutMs = what === 'no answer in time' ? 50 : 10_000;
    const read = () =>
      introspect({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0, timeoutMs, fetch: async () => answer() }).catch(
        (error: unknown) => {
          if (error instanceof IntrospectionError) code = error.code;
          throw error;
        },
      );
    parts.push([what, (await messageOf(read)).replace(/^/, () => `${code}: `)]);
  }
  await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/messages.txt');
});
