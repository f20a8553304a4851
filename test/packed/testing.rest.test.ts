import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import { type Ended, folderWith, run } from './integrator.ts';

/*
 * `control-api-sdk/testing` from the tarball, in a project of its own, with each of the three test runners. One file uses the
 * handlers of msw and an emulator.
 */

const root = resolve(import.meta.dirname, '../..');
const peers = join(root, 'evidence/peers/node_modules');

const emulated = `
const service = useEmulator({ devices: 3 }, hooks);

test('an emulator of the file answers its client', async () => {
  const devices = await service.control.devices().toArray({ limit: 10 });
  equal(devices.length, 3);
  await service.emulator.fail({ fault: 'html-502' });
});
test('everything is as at the start before the next test', async () => {
  equal(service.emulator.requests.length, 0);
  await service.control.request(ListDevices);
  service.emulator.expectOperations([ListDevices]);
});
`;

const mocked = `
const listed = { team: { devices: { nodes: [{ id: '1', name: 'gate' }] } } };
test('msw answers with the data of a mock', async () => {
  const server = setupServer(mock.sequence(ListDevices, [{ data: listed }, { error: { status: 401 } }]));
  server.listen({ onUnhandledRequest: 'error' });
  const control = createControlClient({ baseUrl: 'https://api.example.com', apiKey: 'key-of-a-test', maxRetries: 0 });
  const first = await control.request(ListDevices);
  equal(first.team.devices.nodes[0].name, 'gate');
  const error = await control.request(ListDevices).catch((thrown) => thrown);
  equal(error.code, 'unauthenticated');
  server.close();
});
`;

const esm = (runner: string) => `
${runner}
import { createControlClient, ListDevices } from 'control-api-sdk';
import { mock, useEmulator } from 'control-api-sdk/testing';
import { setupServer } from 'msw/node';
${emulated}${mocked}`;

const cjs = `
const { ListDevices } = require('control-api-sdk');
const { useEmulator } = require('control-api-sdk/testing');
const hooks = undefined;
const equal = (one, other) => expect(one).toBe(other);
${emulated}`;

const succeeded = ({ code, stdout, stderr }: Ended, count: RegExp) => {
  expect(code, stdout + stderr).toBe(0);
  expect(stdout + stderr).toMatch(count);
};

it('node:test runs an emulator and mocks', async () => {
  const runner = `import { after, before, beforeEach, test } from 'node:test'; import { equal } from 'node:assert/strict';
const hooks = { after, before, beforeEach };`;
  const cwd = folderWith({ 'sdk.test.mjs': esm(runner) }, 'equipped');
  succeeded(await run(process.execPath, ['--test', 'sdk.test.mjs'], { cwd }), /pass 3\b/);
});

it('Vitest runs an emulator and mocks, with hooks and with fixtures', async () => {
  const home = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
  const runner = `import { afterAll, beforeAll, beforeEach, expect, test } from '${home}/dist/index.js';
import { emulatorFixtures } from 'control-api-sdk/testing';
const hooks = { afterAll, beforeAll, beforeEach };
const equal = (one, other) => expect(one).toBe(other);
const extended = test.extend(emulatorFixtures({ devices: 2 }));
extended('fixtures', async ({ emulator, control }) => {
  equal((await control.request(ListDevices)).team.devices.nodes.length, 2);
  equal(emulator.requests.length, 1);
});`;
  const cwd = folderWith({ 'sdk.test.mjs': esm(runner), 'vitest.config.mjs': 'export default {};' }, 'equipped');
  succeeded(await run(process.execPath, [join(home, 'vitest.mjs'), 'run'], { cwd }), /4 passed/);
});

it('Jest in CommonJS runs an emulator', async () => {
  const cwd = folderWith({ 'sdk.test.js': cjs, 'jest.config.json': { transform: {} } }, 'equipped');
  const args = [join(peers, 'jest/bin/jest.js'), '--config', 'jest.config.json', '--no-cache'];
  succeeded(await run(process.execPath, args, { cwd }), /2 passed/);
});

it('Jest with modules runs an emulator and mocks', async () => {
  const runner = `import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
const hooks = { afterAll, beforeAll, beforeEach };
const equal = (one, other) => expect(one).toBe(other);`;
  const cwd = folderWith(
    {
      'sdk.test.mjs': esm(runner),
      'jest.config.json': { transform: {}, testMatch: ['**/*.test.mjs'] },
    },
    'equipped',
  );
  const args = [join(peers, 'jest/bin/jest.js'), '--config', 'jest.config.json', '--no-cache'];
  const ended = await run(process.execPath, ['--experimental-vm-modules', ...args], { cwd });
  succeeded(ended, /3 passed/);
});

it('`mock` says which msw runs on this Node if the installed one does not', async () => {
  const cwd = folderWith({
    'node_modules/msw/package.json': {
      name: 'msw',
      version: '2.99.0',
      type: 'module',
      exports: { '.': './index.js', './package.json': './package.json' },
    },
    'node_modules/msw/index.js': "throw new Error('This msw needs a newer Node.');",
    'main.mjs': `import { mock } from 'control-api-sdk/testing'; import { ListDevices } from 'control-api-sdk';
try { mock(ListDevices, { data: { team: null } }); } catch (error) { console.log(error.message, error.cause.message); }`,
  });
  cpSync(join(inject('installed'), 'node_modules/control-api-sdk'), join(cwd, 'node_modules/control-api-sdk'), {
    recursive: true,
  });
  const { code, stdout, stderr } = await run(process.execPath, ['main.mjs'], { cwd });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(
    /^`mock` cannot load msw 2\.99\.0 on Node \d[\d.]+: run `npm install --save-dev msw@[23]`\. This msw needs a newer Node\.\n$/,
  );
});

it('the emulator serves without msw, and `mock` says what to install', async () => {
  const cwd = folderWith({
    'main.mjs': `import { mock, useEmulator } from 'control-api-sdk/testing'; import { ListDevices } from 'control-api-sdk';
try { mock(ListDevices, { data: { team: null } }); } catch (error) { console.log(typeof useEmulator, error.message); }`,
    'main.cjs': `const { mock, useEmulator } = require('control-api-sdk/testing'); const { ListDevices } = require('control-api-sdk');
try { mock(ListDevices, { data: { team: null } }); } catch (error) { console.log(typeof useEmulator, error.message); }`,
  });
  for (const file of ['main.mjs', 'main.cjs']) {
    const { code, stdout, stderr } = await run(process.execPath, [file], { cwd });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe('function `mock` needs a package that is not installed: run `npm install --save-dev msw@2`.\n');
  }
});
