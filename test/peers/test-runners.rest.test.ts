import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Ended, folderWith, run } from '../packed/integrator.ts';

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
test('the environment is the one asked for', () => {
  expect(typeof document).toBe(process.env.EXPECTED_DOCUMENT);
});`;

const expectedIn = (environment: string) => ({ EXPECTED_DOCUMENT: environment === 'jsdom' ? 'object' : 'undefined' });

function jest(testEnvironment: string, { version = '', options = {} } = {}): Promise<Ended> {
  const folder = folderWith({
    'sdk.test.js': use((name) => `require('${name}')`),
    'jest.config.json': {
      testEnvironment: peers.resolve(`jest-environment-${testEnvironment}${version}`),
      testEnvironmentOptions: options,
      transform: {},
    },
  });
  return run(
    process.execPath,
    [join(modules, `jest${version}/bin/jest.js`), '--config', 'jest.config.json', '--no-cache'],
    {
      cwd: folder,
      env: expectedIn(testEnvironment),
    },
  );
}

/** Our own Vitest, given the jsdom that is installed here: it looks for it beside itself only. */
function vitest(environment: string): Promise<Ended> {
  const vitestHome = dirname(peers.resolve('vitest/package.json'));
  const hook = `export const resolve = (name, context, next) =>
    next(name === 'jsdom' ? ${JSON.stringify(pathToFileURL(peers.resolve('jsdom')).href)} : name, context);`;
  const folder = folderWith({
    'sdk.test.mjs': `import { expect, test } from '${vitestHome}/dist/index.js';${use((name) => `await import('${name}')`)}`,
    'vitest.config.mjs': 'export default {};',
    'find-jsdom.mjs': `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`,
  });
  return run(process.execPath, [join(vitestHome, 'vitest.mjs'), 'run', '--environment', environment], {
    cwd: folder,
    env: {
      ...expectedIn(environment),
      VITEST_SKIP_INSTALL_CHECKS: '1',
      NODE_OPTIONS: `--import=${join(folder, 'find-jsdom.mjs')}`,
    },
  });
}

describe('a test runner loads it, whatever environment it imitates', () => {
  it.each(['node', 'jsdom'])('Jest 30 with %s', async (environment) => {
    const { code, stderr } = await jest(environment);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('2 passed');
  });

  it.each(['node', 'jsdom'])('Vitest with %s', async (environment) => {
    const { code, stdout, stderr } = await vitest(environment);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('2 passed');
  });
});

describe("Jest 29's jsdom asks for browser builds", () => {
  it('is told which setting to change', async () => {
    const { code, stderr } = await jest('jsdom', { version: '29' });
    expect(code).toBe(1);
    expect(stderr).toContain('control-api-sdk is server-only');
    expect(stderr).toContain('testEnvironmentOptions: { customExportConditions: ["node"] }');
  });

  it('loads it with that setting', async () => {
    const { code, stderr } = await jest('jsdom', {
      version: '29',
      options: { customExportConditions: ['node'] },
    });
    expect(code, stderr).toBe(0);
  });
});
