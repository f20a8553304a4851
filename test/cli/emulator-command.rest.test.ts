import { expect, test } from 'vitest';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { folderWith } from '../helpers/cli-in-process.ts';

test('`emulator` prints lines for a shell, serves until a signal, and exits as a stopped program', async () => {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const child = start(process.execPath, [binary, 'emulator', '--count', 'Device=2', '--seed', 'shell']);
    const end = ended(child);
    const lines = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.split('\n').length > 2) resolve(text);
      });
    });
    expect(lines).toMatch(
      /^export CONTROL_API_URL=http:\/\/127\.0\.0\.1:\d+\nexport CONTROL_API_KEY=emulator_[0-9a-f]+\n$/,
    );
    const script = `${lines} exec "${process.execPath}" "${binary}" devices --format csv`;
    const used = await ended(start('sh', ['-c', script]));
    expect([used.code, used.stdout]).toEqual([0, expect.stringMatching(/^id,name\r\n(?:.*\r\n){2}$/)]);
    child.kill(signal);
    const { code, stdout, stderr } = await end;
    expect([code, stdout]).toEqual([exitCode, lines]);
    expect(stderr).toContain('Serving the documented surface at http://127.0.0.1:');
    expect(stderr).toContain('query ListDevicesAtOnce (key: accepted)\n');
    expect(stderr).not.toContain('emulator_');
  }
});

test('`emulator` runs a command with its URL and key, and exits with the code of the command', async () => {
  const script = 'process.stdout.write(process.env.CONTROL_API_URL); process.exitCode = 7';
  const { code, stdout, stderr } = await controlApi(['emulator', '--', process.execPath, '-e', script]);
  expect([code, stderr]).toEqual([7, '']);
  await expect(fetch(stdout)).rejects.toThrow();
});

test('`emulator --fail` lets requests fail, and `--verbose` prints a line for each', async () => {
  const faults = ['--fail', 'graphql-error,operation=ListDevicesAtOnce,message=No.', '--fail', 'slow,delayMs=1'];
  const ran = [process.execPath, binary, 'devices'];
  const { code, stdout, stderr } = await controlApi(['emulator', '--verbose', ...faults, '--', ...ran]);
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toContain('query ListDevicesAtOnce (key: accepted, graphql-error, slow)\n');
  expect(stderr).toContain('No.');
  const wrong = await controlApi(['emulator', '--fail', 'fire', '--', ...ran]);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('`fault` must be one of: slow, ');
});

test('`emulator` runs the resolvers of a named file, and explains each mutation', async () => {
  await using project = await folderWith({
    'schema.graphql':
      'type Query { device(id: ID!): Device } type Device { id: ID! name: String! } type Mutation { reboot(id: ID!): Boolean rename(id: ID!, name: String!): Device restart(id: ID!): Boolean }',
    'resolvers.mjs': 'export default { Mutation: { reboot: () => true } };',
    'wrong.mjs': 'export const resolvers = {};',
  });
  const run = (...args: readonly string[]) => controlApi(['emulator', ...args], {}, '', project.path);
  const own = ['--schema', 'schema.graphql', '--resolvers', 'resolvers.mjs'];
  const explained = await run(...own, '--explain');
  expect([explained.code, explained.stdout]).toEqual([
    0,
    `Mutation.reboot: runs your resolver
Mutation.rename: rule 12: writes name of the Device that \`id\` names
Mutation.restart: NOT_EMULATED, rule 12: no id names what it would restart
`,
  ]);
  const request = ['request', 'mutation { reboot(id: "1") }', '--yes'];
  const ran = await run(...own, '--', process.execPath, binary, ...request);
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, { reboot: true }]);
  const wrong = await run('--resolvers', 'wrong.mjs', '--explain');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must have an object of types and fields')]);
});

test('`emulator` passes SIGTERM on to the command', async () => {
  const script = 'console.log("ready"); setInterval(() => {}, 1000)';
  const child = start(process.execPath, [binary, 'emulator', '--', process.execPath, '-e', script]);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect((await ended(child)).code).toBe(143);
});
