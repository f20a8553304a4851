import { afterAll, expect, test } from 'vitest';
import { sayIn } from '../helpers/cli-in-process.ts';
import { served } from './served.ts';

/*
 * GitHub's runner reads `##[…]` anywhere in a line, and `::…` at its beginning, as a command. Here every text of the service is
 * such a command.
 */
const words = '##[set-output name=drift]no';
const lines = `::error::a\n  ::error::b ${words}`;

const schema = (deprecated: string) => `type Query { team: Team, fail: Int }
   type Team { devices: Devices }
   type Devices { nodes: [Device!]! }
   """${lines.replaceAll('\n', '\n   ')}"""
   type Device { id: ID!, name: String ${deprecated} }`;
const service = await served(schema(`@deprecated(reason: ${JSON.stringify(lines)})`), {
  Query: {
    team: () => ({ devices: { nodes: [{ id: words, name: lines }] } }),
    fail: () => {
      throw new Error(lines);
    },
  },
});
afterAll(() => service[Symbol.asyncDispose]());

/** Runs a command line in a project of the service. */
const run = (line: string | readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const operation = 'query List { team { devices { nodes { id name } } } }';
  const files = { 'operations/list.graphql': operation, 'schema.graphql': schema('') };
  return sayIn(files, line, { env: { ...service.env, ...env } });
};

test.each([
  'check',
  'check --format json',
  'check --format markdown',
  'devices',
  'devices --format json',
  'devices --format csv',
  'request List',
  'schema show Device',
  'schema pull --output -',
])('text of the service is no command for a CI runner: %s', async (line) => {
  const { stdout, stderr } = await run(line, { GITHUB_ACTIONS: 'true' });
  const own = /^::(?:error|warning|notice) (?:file=|title=).*$/gm;
  expect(stdout).not.toMatch(/##\[|^\s*::/m);
  expect(stdout).toContain('set-output');
  expect(stderr.replace(own, '')).not.toMatch(/##\[|^\s*::/m);
  expect(stderr).not.toContain('##[');
});

test('a failure with text of the service is no command for a CI runner, as text and as JSON', async () => {
  for (const format of ['text', 'json']) {
    const args = ['request', '{ fail }', ...(format === 'json' ? ['--format', 'json'] : [])];
    const { stdout, stderr } = await run(args);
    expect(stdout + stderr).not.toMatch(/##\[|^\s*::/m);
    expect(stdout + stderr).toContain('set-output');
  }
});

test('JSON keeps the value of such text', async () => {
  const { stdout } = await run('devices --format json');
  expect(JSON.parse(stdout)).toEqual([{ id: words, name: lines }]);
});

test('annotations of `--format github` are commands, and contain no other command', async () => {
  const { stdout } = await run('check --format github');
  expect(stdout).toMatch(/^::warning file=/m);
  expect(stdout).not.toContain('##[');
  expect(stdout.match(/^\s*::error::/m)).toBeNull();
});
