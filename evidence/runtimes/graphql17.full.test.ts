import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Ended, run } from '../../test/packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';

/*
 * The packed tools beside the newest graphql, which needs Node 22, with the versions of the other packages that support it.
 */

const modules = join(import.meta.dirname, '../graphql17/node_modules');
const node = join(import.meta.dirname, 'node_modules/node24-linux-x64/bin/node');
const left = isLeftOut(existsSync(modules) && existsSync(node), 'the tools beside graphql 17');

const work = mkdtempSync(join(tmpdir(), 'graphql17-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const schema = (size: number): string => `
type Query { team: Team }
type Team { id: ID! devices(first: Int = ${size}, after: String, order: Order = { by: NAME }): Devices! }
input Order { by: By = NAME, descending: Boolean = false }
enum By { NAME SINCE }
type Devices { nodes: [Device!]! pageInfo: PageInfo! }
type Device { id: ID! name: String }
type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ type: 'module' }),
  'snapshot.graphql': schema(20),
  'live.graphql': schema(50),
  'operations/devices.graphql':
    'query Devices($after: String, $order: Order) { team { devices(after: $after, order: $order) { nodes { id name } pageInfo { hasNextPage endCursor } } } }',
  'codegen.ts': `import { controlApiCodegen } from 'control-api-sdk/codegen';
export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'generated.ts', schema: 'snapshot.graphql' });`,
  'main.ts': `import { createControlClient } from 'control-api-sdk';
import { Devices } from './generated.ts';
const names = await createControlClient().paginate(Devices).toArray({ limit: 100 });
const page = await fetch(process.env['CONTROL_API_URL'] + '/', { headers: { accept: 'text/html' } });
console.log(names.length, (await page.text()).includes('graphiql'));`,
  'mock.ts': `import { createControlClient, ListDevices } from 'control-api-sdk';
import { mock } from 'control-api-sdk/testing';
import { setupServer } from 'msw/node';
setupServer(mock(ListDevices, { data: { team: { devices: { nodes: [{ id: '1', name: 'gate' }] } } } })).listen();
const control = createControlClient({ baseUrl: 'https://api.example', apiKey: 'mocked_key_0123456789' });
console.log(JSON.stringify(await control.request(ListDevices)));`,
};

const cli = (...args: string[]): Promise<Ended> =>
  run(node, ['node_modules/control-api-sdk/dist/cli.cjs', ...args], {
    cwd: work,
    env: { PATH: `${dirname(node)}:${process.env['PATH']}` },
  });
const besideLive = (...args: string[]): Promise<Ended> =>
  cli('emulator', '--schema', 'live.graphql', '--count', 'Device=7', '--', node, ...args);

describe.skipIf(left)('beside graphql 17', () => {
  beforeAll(() => {
    mkdirSync(join(work, 'node_modules'));
    for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(work, 'node_modules', name));
    cpSync(join(inject('installed'), 'node_modules/control-api-sdk'), join(work, 'node_modules/control-api-sdk'), {
      recursive: true,
    });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    }
    expect(JSON.parse(readFileSync(join(work, 'node_modules/graphql/package.json'), 'utf8')).version).toMatch(/^17\./);
  });

  test('code beside graphql 17 is generated, compiles, and lists what the emulator serves, with GraphiQL', async () => {
    expect(await cli('generate')).toEqual({ code: 0, stdout: '', stderr: 'Generated generated.ts.\n' });
    const tsc = [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const compiled = await run(node, [...tsc, '--allowImportingTsExtensions', '--types', 'node', 'main.ts'], {
      cwd: work,
    });
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
    const { stdout, stderr } = await besideLive('main.ts');
    expect(stdout, stderr).toBe('7 true\n');
  });

  test('msw 3 beside graphql 17 answers with the data of a mock', async () => {
    const { stdout, stderr } = await run(node, ['mock.ts'], { cwd: work });
    expect(stdout, stderr).toBe('{"team":{"devices":{"nodes":[{"id":"1","name":"gate"}]}}}\n');
  });
});
