import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { type Ended, folderWith, run } from '../../test/packed/integrator.ts';

const peers = createRequire(import.meta.url);
const modules = resolve(import.meta.dirname, 'node_modules');

const use = (load: (name: string) => string): string => `
test('loads and constructs without a murmur', async () => {
  const warned = [];
  process.on('warning', (warning) => warned.push(warning));
  for (const level of ['log', 'info', 'warn', 'error']) console[level] = (...said) => warned.push(said);
  const { createControlClient, isControlApiError } = ${load('control-api-sdk')};
  const { watchDrift } = ${load('control-api-sdk/watch')};
  watchDrift();
  const control = createControlClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'emulator_0123456789', maxRetries: 0 });
  const failure = await control.request('query { team { devices { nodes { id name } } } }').catch((error) => error);
  expect(isControlApiError(failure, 'network')).toBe(true);
  expect(warned).toEqual([]);
});
test('the environment has a document', () => {
  expect(typeof document).toBe('object');
});`;

function jest({ version = '', options = {} } = {}): Promise<Ended> {
  const folder = folderWith({
    'sdk.test.js': use((name) => `require('${name}')`),
    'jest.config.json': {
      testEnvironment: peers.resolve(`jest-environment-jsdom${version}`),
      testEnvironmentOptions: options,
      transform: {},
    },
  });
  const args = [join(modules, `jest${version}/bin/jest.js`), '--config', 'jest.config.json', '--no-cache'];
  return run(process.execPath, args, { cwd: folder });
}

/** The Vitest of this repository with the jsdom of this folder, for which it looks beside itself only. */
function vitest(): Promise<Ended> {
  const vitestHome = dirname(peers.resolve('vitest/package.json'));
  const hook = `export const resolve = (name, context, next) =>
    next(name === 'jsdom' ? ${JSON.stringify(pathToFileURL(peers.resolve('jsdom')).href)} : name, context);`;
  const folder = folderWith({
    'sdk.test.mjs': `import { expect, test } from '${vitestHome}/dist/index.js';${use((name) => `await import('${name}')`)}`,
    'vitest.config.mjs': 'export default {};',
    'find-jsdom.mjs': `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`,
  });
  return run(process.execPath, [join(vitestHome, 'vitest.mjs'), 'run', '--environment', 'jsdom'], {
    cwd: folder,
    env: {
      VITEST_SKIP_INSTALL_CHECKS: '1',
      NODE_OPTIONS: `--import=${join(folder, 'find-jsdom.mjs')}`,
    },
  });
}

// packed/testing.rest.test.ts runs them without jsdom.
it('Jest 30 with jsdom loads the package', async () => {
  const { code, stderr } = await jest();
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('2 passed');
});

it('Vitest with jsdom loads the package', async () => {
  const { code, stdout, stderr } = await vitest();
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('2 passed');
});

it('Jest 29 with jsdom is told which setting to change', async () => {
  const { code, stderr } = await jest({ version: '29' });
  expect(code).toBe(1);
  expect(stderr).toContain('control-api-sdk is server-only');
  expect(stderr).toContain('testEnvironmentOptions: { customExportConditions: ["node"] }');
});

it('Jest 29 with jsdom loads the package with that setting', async () => {
  const { code, stderr } = await jest({ version: '29', options: { customExportConditions: ['node'] } });
  expect(code, stderr).toBe(0);
});
