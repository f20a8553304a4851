import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { createServer as createViteServer } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BROWSER_SENTENCE } from '../../src/browser/is-server.ts';
import { listen } from '../../test/helpers/listen.ts';
import { folderWith } from '../../test/packed/integrator.ts';
import { type Browser, chromiumPath, launchChromium } from './chromium.ts';

const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const present = existsSync(chromiumPath);
if (!present && !required) {
  console.warn(`Skipped: what a real browser does. It needs ${chromiumPath} (apt-get install chromium).`);
}

const spoof = `
  globalThis.Deno = { version: { deno: '2.0.0' } };
  globalThis.Bun = { version: '1.3.0' };
  globalThis.process = { versions: { node: '20.20.2' }, release: { name: 'node' }, env: {}, getBuiltinModule: () => undefined };`;

const load = (path: string): string => `import('${path}').then(() => show('loaded'), (error) => show(error.message));`;
const start = (script: string, options = ''): string =>
  `const worker = new Worker('${script}'${options}); worker.onmessage = ({ data }) => show(data);`;

/** The program of each page. */
const scripts: Record<string, string> = {
  'the runtime itself': load('/dist/index.mjs'),
  'the runtime behind a server imitation': `${spoof} ${load('/dist/index.mjs')}`,
  'the development stub': load('/dist/control-api-sdk-is-server-only.cjs'),
  'the runtime in a module worker': start('/worker.js', `, { type: 'module' }`),
  'the runtime in a classic worker': start('/worker.js'),
  'the runtime in a worker that imitates a server': start('/spoofed.js', `, { type: 'module' }`),
};

const inPage = 'const show = (text) => { document.querySelector("output").textContent = text; };';
const inWorker = 'const show = (text) => postMessage(text);';

const files: Record<string, string> = {
  '/worker.js': `${inWorker} ${load('/dist/index.mjs')}`,
  '/spoofed.js': `${inWorker} ${spoof} ${load('/dist/index.mjs')}`,
  '/static.html': `<script type="module">import { createControlClient } from '/dist/index.mjs'; createControlClient();</script>`,
};

describe.skipIf(!present && !required)('in real Chromium', () => {
  const home = join(inject('installed'), 'node_modules/control-api-sdk');
  const asked: string[] = [];
  let server: Server;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '/');
      asked.push(path);
      const script = scripts[path.slice(1)];
      const own = files[path] ?? (script && `<output></output><script type="module">${inPage} ${script}</script>`);
      const onDisk =
        path.startsWith('/dist/') && existsSync(join(home, path)) ? readFileSync(join(home, path)) : undefined;
      const type = /js$/.test(extname(path)) ? 'text/javascript' : 'text/html';
      response.writeHead(own || onDisk ? 200 : 404, { 'content-type': type }).end(own ?? onDisk);
    });
    origin = `http://127.0.0.1:${await listen(server)}`;
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
  });

  it.each(Object.keys(scripts))('Chromium shows our sentence for %s, and requests nothing further', async (name) => {
    asked.length = 0;
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    await page.goto(`${origin}/${encodeURIComponent(name)}`);
    await page.waitForSelector('output:not(:empty)');
    expect(await page.textContent('output')).toContain(BROWSER_SENTENCE);
    await page.waitForLoadState('networkidle');
    await context.close();
    expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    const toLoad = [
      `/${name}`,
      '/favicon.ico',
      '/dist/index.mjs',
      '/dist/control-api-sdk-is-server-only.cjs',
      ...Object.keys(files),
    ];
    expect(asked.filter((path) => !toLoad.includes(path))).toEqual([]);
    expect(asked.some((path) => path.startsWith('/dist/'))).toBe(true);
  });

  it.each([
    ['a named import', `import { createControlClient } from 'control-api-sdk'; createControlClient();`],
    ['a namespace import', `import * as sdk from 'control-api-sdk'; sdk.createControlClient();`],
    ['a dynamic import', `import('control-api-sdk').then(({ createControlClient }) => createControlClient());`],
  ])("a page under Vite's development server shows our sentence for %s, over everything else", async (_, code) => {
    const vite = await createViteServer({
      root: folderWith({ 'index.html': '<script type="module" src="/app.mjs"></script>', 'app.mjs': code }),
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, watch: null },
    });
    const page = await browser.newPage();
    try {
      await vite.listen();
      const thrown = page.waitForEvent('pageerror');
      await page.goto(vite.resolvedUrls?.local[0] ?? '');
      expect((await thrown).message).toContain(BROWSER_SENTENCE);
      expect(await page.locator('vite-error-overlay .message').textContent()).toContain(BROWSER_SENTENCE);
    } finally {
      await page.close();
      await vite.close();
    }
  });

  it('a static import stops the page with our sentence before its own code runs', async () => {
    const page = await browser.newPage();
    const thrown = page.waitForEvent('pageerror');
    await page.goto(`${origin}/static.html`);
    expect((await thrown).message).toContain(BROWSER_SENTENCE);
    await page.close();
  });
});
