import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { IntrospectionError, introspect } from '../../src/graphql/introspection/index.ts';
import { messageOf, texts } from '../helpers/texts.ts';

const { __schema } = introspectionFromSchema(
  buildSchema('type Query { team(in: In): Team } type Team { id: ID kind: Kind } enum Kind { A } input In { a: Int }'),
);

function json(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The introspection result with changed parts. */
const schemaWith = (parts: Partial<Record<keyof IntrospectionQuery['__schema'], unknown>>): Response =>
  json({ data: { __schema: { ...__schema, ...parts } } });

/** The introspection result with changed members of one type. */
const typeWith = (name: string, members: object): Response =>
  schemaWith({ types: __schema.types.map((type) => (type.name === name ? { ...type, ...members } : type)) });

const scalarField = (name: string) => ({ name, type: { kind: 'SCALAR', name: 'ID' }, isDeprecated: false });
const refused = (message: string, status?: number): Response => json({ errors: [{ message }] }, status);

const answers: Readonly<Record<string, () => Response | Promise<never>>> = {
  'no connection': () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  'no answer in time': () => new Promise<never>(() => {}),
  'HTTP status 401': () => json({}, 401),
  'HTTP status 403': () => json({}, 403),
  'HTTP status 413': () => json({}, 413),
  'HTTP status 500': () => json({}, 500),
  'a page instead of GraphQL': () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  'another JSON': () => json({ ok: true }),
  'an empty body': () => new Response('', { headers: { 'content-type': 'application/json' } }),
  'an answer that is too large': () =>
    new Response('{}', { headers: { 'content-type': 'application/json', 'content-length': String(2 ** 27) } }),
  'an answer that refuses': () => refused('GraphQL introspection is not allowed'),
  'a refusal with status 400': () => refused('off', 400),
  'a refusal with status 401': () => refused('who are you?', 401),
  'a refusal with status 500': () => refused('off', 500),
  'a limit': () => refused('slowly', 429),
  'trouble that is reported in GraphQL': () => refused('later', 503),
  'an answer without a schema': () => json({ data: { __schema: null } }),
  'no schema and an error': () => json({ data: { __schema: null }, errors: [{ message: 'no' }] }),
  'an answer with errors': () => json({ data: { __schema }, errors: [{ message: 'broken' }] }),
  'no query type': () => schemaWith({ queryType: null }),
  'a query type without a name': () => schemaWith({ queryType: { name: 3 } }),
  'no directives': () => schemaWith({ directives: null }),
  'an answer without types': () => schemaWith({ types: [] }),
  'an answer that lacks a type': () => typeWith('Team', { name: 'Other' }),
  'a type without a name': () => schemaWith({ types: [{ kind: 'OBJECT', name: null }] }),
  'a type without a list of fields': () => typeWith('Team', { fields: null }),
  'a field without a list of arguments': () => typeWith('Team', { fields: [scalarField('id')] }),
  'an enum without a list of values': () => typeWith('Kind', { enumValues: null }),
  'an invalid schema': () => typeWith('Team', { fields: [] }),
  'an input without fields': () => typeWith('In', { inputFields: [] }),
  'a name that is none': () => typeWith('Kind', { enumValues: [{ name: 'a-b', isDeprecated: false }] }),
  'a type that implements an object': () => typeWith('Team', { interfaces: [{ kind: 'OBJECT', name: 'Query' }] }),
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
    // Versions of graphql-js print objects, and name a missing name, differently.
    const message = (await messageOf(read))
      .replace(/\{ (?:kind|name): .*?(?=\. Try)/, '{ … }')
      .replace('a part of it is null', 'Invalid or incomplete introspection result');
    parts.push([what, `${code}: ${message}`]);
  }
  await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/messages.txt');
});
