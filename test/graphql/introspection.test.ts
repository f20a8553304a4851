import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { hiddenInputsOf } from '../../src/graphql/hidden-inputs.ts';
import { parseSchema } from '../../src/graphql/parse-schema.ts';
import { printSnapshot } from '../../src/graphql/print-sdl.ts';
import { atMost, type Habits, read, sdl, serve, withoutField } from './introspection-habits.ts';

afterEach(() => void vi.unstubAllEnvs());

const whole = printSnapshot(parseSchema(sdl, 'the test'), 'the test');

test('the schema is read with two requests, without a key', async () => {
  const service = serve();
  const schema = await read(service);
  expect(printSnapshot(schema, 'the test')).toBe(whole);
  expect(schema.description).toBe('What it is about.');
  expect(hiddenInputsOf(schema)).toEqual({ places: [], mayHideOthers: true });
  expect(service.asked).toHaveLength(2);
  for (const headers of service.headers) expect(headers.has('authorization')).toBe(false);
});

test('descriptions are left out on request', async () => {
  const service = serve();
  const schema = await read(service, { descriptions: false });
  expect(service.asked.join()).not.toContain('description');
  expect(schema.getType('Named')?.description).toBeUndefined();
  expect(schema.getType('State')).toBeDefined();
});

test('an empty description counts as none', async () => {
  const schema = await read(serve({ sdl: '"" type Query { "" a: Int }' }));
  expect(schema.getQueryType()?.description).toBeNull();
});

test.each<[what: string, habits: Habits, most: number]>([
  ['no `__type`', { rules: [withoutField('__type')] }, 2],
  ['`__type` is null', { change: (it, question) => (question.includes('__type(') ? { data: { t0: null } } : it) }, 2],
  ['a limit of depth that the query of older servers keeps', { rules: [atMost(13)] }, 3],
  ['the same limit, answered with status 200', { rules: [atMost(13)], change: (it) => ({ data: null, ...it }) }, 3],
])('a service is read whole although it has %s', async (_what, habits, most) => {
  const service = serve(habits);
  const schema = await read(service);
  expect(printSnapshot(schema, 'the test')).toBe(whole);
  expect(hiddenInputsOf(schema).places).toEqual([]);
  expect(service.asked.length).toBeLessThanOrEqual(most);
});

test.each<[what: string, habits: Habits, said: string]>([
  ['the depth', { rules: [atMost(9)] }, 'Too deep.'],
  ['the fields', { rules: [withoutField('possibleTypes')] }, 'Cannot query field'],
])('a service that limits %s of the query in both forms refuses it', async (_what, habits, said) => {
  const service = serve(habits);
  await expect(read(service)).rejects.toMatchObject({
    code: 'introspection_off',
    message: expect.stringContaining(said),
  });
  expect(service.asked.length).toBeLessThanOrEqual(3);
});

test('a deprecation reason may be empty', async () => {
  const schema = await read(serve({ sdl: 'type Query { old: Int @deprecated(reason: "") }' }));
  expect(schema.getQueryType()?.getFields()['old']?.deprecationReason).toBe('');
});

const { __schema } = introspectionFromSchema(buildSchema('type Query { team: Team } type Team { id: ID }'));
test('the message about a missing type cuts off a very long name', async () => {
  const field = { name: 'a', args: [], type: { kind: 'OBJECT', name: 'T'.repeat(1_000) }, isDeprecated: false };
  const types = __schema.types.map((type) => (type.name === 'Query' ? { ...type, fields: [field] } : type));
  const change = () => ({ data: { __schema: { ...__schema, types } } });
  const error = await read(serve({ change })).catch((it: unknown) => it);
  expect(error).toMatchObject({
    code: 'partial',
    message: expect.stringMatching(
      /^The server at \S+ sent an incomplete schema: .{100,200}\. Try again, or ask the service\.$/,
    ),
    cause: expect.any(Error),
  });
});

test('a fault that mentions an invalid or incomplete schema does not make the schema incomplete', async () => {
  const sdl = 'type Query { team(__a: Int): Team } type Team { id: ID } interface Empty';
  await expect(read(serve({ sdl }))).rejects.toMatchObject({ code: 'invalid_schema', cause: expect.any(Error) });
});

test('a service that shows its schema to members alone gets the introspection query with the key, in place of the operation', async () => {
  const key = `team-key-${'x'.repeat(30)}`;
  vi.stubEnv('CONTROL_API_KEY', key);
  const service = serve();
  const schema = await read(service, { withKey: true });
  expect(printSnapshot(schema, 'the test')).toBe(whole);
  for (const headers of service.headers) expect(headers.get('authorization')).toContain(key);
  expect(service.asked[1]).toMatch(/^query IntrospectionQuery \{ __schema/);
});
