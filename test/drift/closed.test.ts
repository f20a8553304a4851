import { buildSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echoes, json, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { Project } from './helpers/check.ts';

const sdl = `
  "" type Query { "" team("" old: Int @deprecated, id: ID): Team }
  type Team { id: ID! name: String! }
`;
const moved = sdl.replace('name: String!', 'name: String');
const key = 'closed-service-key-0123456789';
const seen = new Set<string>();
/** Whether the service shows its schema with a key. */
let showsToKey = true;
let server: MisbehavingServer;
let project: Project;

beforeAll(async () => {
  server = await MisbehavingServer.start(
    echoes(({ delivery: { headers, body } }) => {
      const authorization = headers.get('authorization') ?? 'none';
      seen.add(authorization);
      if (!showsToKey || authorization !== `Bearer ${key}`)
        return response(403, [json], '{"errors":[{"message":"closed"}]}');
      const source: string = JSON.parse(body).query;
      return response(200, [json], JSON.stringify(graphqlSync({ schema: buildSchema(moved), source })));
    }),
  );
  project = await Project.create({
    'schema.graphql': sdl,
    'operations/team.graphql': 'query Team { team(id: 1) { id name } }',
    'old.mjs': `export default { documents: 'old', generates: {} };`,
    'old/team.graphql': 'query Team { team(old: 1) { id } }',
    'live/moved.graphql': moved,
    'live/same.graphql': sdl,
    'live/moved.json': JSON.stringify({ data: introspectionFromSchema(buildSchema(moved)) }),
    'live/hiding.json': JSON.stringify(introspectionFromSchema(buildSchema(sdl), { inputValueDeprecation: false })),
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const online = (...args: readonly string[]) => {
  seen.clear();
  return project.check(args, { CONTROL_API_URL: server.url, CONTROL_API_KEY: key });
};

test('check has no verdict of a service that hides its schema, and names both ways out; the key is not sent', async () => {
  const { code, stdout } = await online();
  expect(code).toBe(3);
  expect(stdout).toContain('pass `--with-key`');
  expect(stdout).toContain('`--live <file>`');
  expect([...seen]).toEqual(['none']);
});

test('`--with-key` sends the key of the environment, and the verdict is as for any live schema', async () => {
  const { code, stdout, stderr } = await online('--with-key');
  expect([...seen]).toEqual([`Bearer ${key}`]);
  expect(stdout).toContain('Team.name changed its type from String! to String.');
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain(key);
});

test('`schema pull --with-key` sends the key of the environment, and writes no empty description', async () => {
  seen.clear();
  const env = { CONTROL_API_URL: server.url, CONTROL_API_KEY: key };
  const { code, stdout, stderr } = await project.run(['schema', 'pull', '--with-key', '--output', '-'], env);
  expect([code, stderr, [...seen]]).toEqual([0, '', [`Bearer ${key}`]]);
  expect(stdout).toContain('name: String');
  expect(stdout).not.toContain('""""""');
  expect((await project.run(['schema', 'pull', '--output', '-'], env)).code).not.toBe(0);
  expect((await project.run(['schema', 'pull', '--with-key'], { CONTROL_API_URL: server.url })).code).toBe(2);
});

test('`--with-key` with a refused key names the other way, and no text has the key', async () => {
  showsToKey = false;
  const { code, stdout, stderr } = await online('--with-key');
  showsToKey = true;
  expect(code).toBe(3);
  expect(stdout).toContain('The key was sent.');
  expect(stdout).toContain('`--live <file>`');
  expect(stdout + stderr).not.toContain(key);
});

test.each([
  ['live/moved.graphql', 1],
  ['live/moved.json', 1],
  ['live/same.graphql', 0],
])('`--live %s` needs neither a base URL nor a key, and exits %i', async (file, exit) => {
  const { code, stdout } = await project.check(['--live', file], {});
  expect([code, stdout.includes(`against ${file}`)]).toEqual([exit, true]);
  expect(stdout.includes('Team.name changed its type')).toBe(exit === 1);
});

test('an introspection result without deprecated arguments does not count as their removal', async () => {
  const { code, stdout } = await project.check(['--live', 'live/hiding.json', '--config', 'old.mjs'], {});
  expect(stdout).not.toContain('was removed');
  expect(code).toBe(3);
});

test.each([
  ['both ways at once', ['--live', 'live/same.graphql', '--with-key'], {}, /cannot be combined/],
  ['no key to send', ['--with-key'], { CONTROL_API_URL: 'http://127.0.0.1:9' }, /There is no API key/],
])('wrong usage exits 2: %s', async (_, args, env, message) => {
  const { code, stdout, stderr } = await project.check(args, env);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});
