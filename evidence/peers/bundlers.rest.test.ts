import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import webpack from 'webpack';
import { BROWSER_SENTENCE } from '../../src/browser/is-server.ts';
import { filesWithKey } from '../../test/helpers/files-with-key.ts';
import { folderWith, node } from '../../test/packed/integrator.ts';

type Target = 'browser' | 'node';

/** Builds `app.mjs` of a folder into `out/app.mjs`, and throws the message of the bundler. */
type Build = (folder: string, target: Target) => Promise<void>;

const bundlers: Record<string, Build> = {
  async esbuild(folder, platform) {
    await esbuild.build({
      absWorkingDir: folder,
      entryPoints: ['app.mjs'],
      outfile: 'out/app.mjs',
      bundle: true,
      format: 'esm',
      platform,
      logLevel: 'silent',
    });
  },

  async Vite(folder, target) {
    await vite.build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir: 'out',
        ...(target === 'node' && { ssr: true }),
        rollupOptions: { input: join(folder, 'app.mjs'), output: { entryFileNames: 'app.mjs' } },
      },
      ssr: { noExternal: true },
    });
  },

  webpack: (folder, target) =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        context: folder,
        entry: './app.mjs',
        mode: process.env['NODE_ENV'] === 'development' ? 'development' : 'production',
        target: target === 'node' ? 'node20' : 'web',
        experiments: { outputModule: true },
        output: { path: join(folder, 'out'), filename: 'app.mjs', library: { type: 'module' } },
      });
      compiler?.run((error, stats) => {
        const said = error?.message ?? stats?.toString({ all: false, errors: true, warnings: true }) ?? '';
        compiler.close(() => (error || stats?.hasErrors() ? reject(new Error(said)) : resolve()));
      });
    }),
};

const imports: Record<string, string> = {
  'a named import': `import { createControlClient } from 'control-api-sdk';`,
  'a namespace import': `import * as sdk from 'control-api-sdk';\nconst { createControlClient } = sdk;`,
  'a dynamic import': `const { createControlClient } = await import('control-api-sdk');`,
};

const use = `
const control = createControlClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'emulator_0123456789' });
console.log(Object.isFrozen(control), typeof control.request);`;

const cases = Object.keys(bundlers).flatMap((bundler) =>
  Object.keys(imports).map((style) => [bundler, style] as const),
);

const app = (style: string): string =>
  folderWith({ 'app.mjs': `${imports[style]}${use}`, 'package.json': { type: 'module' } });

afterEach(() => vi.unstubAllEnvs());

/** The message of esbuild stops after five errors, sorted by path. Its `errors` has all of them. */
function everyMessageOf(error: unknown): string {
  const errors: unknown = error instanceof Error && 'errors' in error ? error.errors : undefined;
  return [String(error), JSON.stringify(errors)].join('\n');
}

describe('a browser build fails, and says why', () => {
  it.each(cases)('a browser build by %s with %s fails, and says why', async (bundler, style) => {
    vi.stubEnv('NODE_ENV', 'production');
    const error: unknown = await bundlers[bundler]?.(app(style), 'browser').catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('control-api-sdk-is-server-only');
    expect(String(error)).toContain('customExportConditions-to-node');
  });

  it.each(cases.filter(([bundler]) => bundler !== 'Vite'))(
    'a browser build by %s with %s fails in development mode too',
    async (...[bundler, style]) => {
      vi.stubEnv('NODE_ENV', 'development');
      await expect(bundlers[bundler]?.(app(style), 'browser')).rejects.toThrow('control-api-sdk-is-server-only--');
    },
  );

  // A dynamic import needs a page: evidence/peers/chromium.rest.test.ts has one.
  it.each(['a named import', 'a namespace import'])(
    'a page by Vite with %s fails in development mode, and says why',
    async (style) => {
      vi.stubEnv('NODE_ENV', 'development');
      const folder = app(style);
      await bundlers['Vite']?.(folder, 'browser');
      const { code, stderr } = await node(folder, 'out/app.mjs');
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(BROWSER_SENTENCE) });
    },
  );

  // The others would read all of the code generator before they fail.
  const tools = ['codegen', 'drift', 'emulator', 'watch'].map((tool) => ['esbuild', tool] as const);
  it.each([...tools, ['Vite', 'drift'] as const, ['webpack', 'drift'] as const])(
    'a browser build by %s with the tool "%s" fails',
    async (bundler, tool) => {
      vi.stubEnv('NODE_ENV', 'production');
      const folder = folderWith(
        { 'app.mjs': `import * as tool from 'control-api-sdk/${tool}';\nconsole.log(tool);` },
        'equipped',
      );
      const error: unknown = await bundlers[bundler]?.(folder, 'browser').catch((reason) => reason);
      expect(everyMessageOf(error)).toContain('control-api-sdk-is-server-only');
    },
  );
});

it.each(cases)('a server build by %s with %s works', async (bundler, style) => {
  const folder = app(style);
  await bundlers[bundler]?.(folder, 'node');
  expect(await node(folder, 'out/app.mjs')).toEqual({ code: 0, stdout: 'true function\n', stderr: '' });
});

it('a build of client code has no warning, source maps included', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const folder = folderWith({
    'app.mjs': `import { page } from './page.mjs';\nconst { devices } = await (await fetch('/api/devices', { headers: { authorization: 'Bearer ' + page } })).json();\nconsole.log(devices);`,
    'page.mjs': `export const page = document.cookie;`,
  });
  await vite.build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'out', sourcemap: true, rollupOptions: { input: join(folder, 'app.mjs') } },
  });
  expect(await filesWithKey(folder, ['out'], { CONTROL_API_KEY: 'key-that-no-build-has-0001' })).toEqual([]);
});

it("Vite's development server starts on a module with server and client code, and the stub throws when run", async () => {
  const folder = folderWith({
    'index.html': '<script type="module" src="/app.mjs"></script>',
    'app.mjs': `export const onServer = async () => (await import('control-api-sdk')).createControlClient();\nexport const page = 1;`,
  });
  const server = await vite.createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, watch: null, ws: false },
  });
  try {
    await server.listen();
    const origin = server.resolvedUrls?.local[0] ?? '';
    const text = async (path: string): Promise<string> => (await fetch(new URL(path, origin))).text();
    const served = await text('/app.mjs');
    const stub = /import\(['"]([^'"]+)['"]\)/.exec(served)?.[1];
    expect(stub, served).toBeDefined();
    expect(await text(stub ?? '')).toMatch(/Error\(["`]control-api-sdk is server-only/);
  } finally {
    await server.close();
  }
});

it('an integrator bundles 79 kB at most, 32.2 kB compressed, minified', async () => {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: app('a named import'),
    entryPoints: ['app.mjs'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  const bundle = outputFiles[0]?.contents ?? new Uint8Array();
  expect(bundle.length).toBeGreaterThan(10_000);
  expect(bundle.length).toBeLessThanOrEqual(79_000);
  expect(gzipSync(bundle).length).toBeLessThanOrEqual(32_200);
  // The watcher is a module of its own.
  expect(Buffer.from(bundle).includes('ExplainDrift')).toBe(false);
});

it('the stub of the browser exists, and has nothing of the runtime', () => {
  for (const file of ['browser.mjs', 'browser.cjs', 'control-api-sdk-is-server-only.cjs']) {
    const path = join(inject('installed'), 'node_modules/control-api-sdk/dist', file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8').length).toBeLessThan(1_000);
  }
});
