import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { type Ended, folderWith, run } from '../packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';

const modules = join(import.meta.dirname, 'node_modules');
const esbuild = pathToFileURL(
  createRequire(join(import.meta.dirname, '../peers/package.json')).resolve('esbuild'),
).href;

const left = isLeftOut(existsSync(modules), 'other runtimes');

const lists = `
  const control = createControlClient({ baseUrl, apiKey });
  const devices = await control.devices().toArray({ limit: 10 });
  const wrong = createControlClient({ baseUrl, apiKey: 'emulator_wrong_key_0' });
  const failure = await wrong.request('{ team { devices { nodes { id } } } }').catch((error) => error);
  const answer = [devices.length, failure.code, isControlApiError(failure)].join(' ');`;

const answer = '3 unauthenticated true';

const fromEnvironment = `const { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey } = process.env;`;
const esm = `import { createControlClient, isControlApiError } from 'control-api-sdk';`;
const scripts = {
  'main.mjs': `${esm} ${fromEnvironment} ${lists} console.log(answer);`,
  'main.cjs': `const { createControlClient, isControlApiError } = require('control-api-sdk'); ${fromEnvironment}
    (async () => { ${lists} console.log(answer); })();`,
};

/** An edge platform's handler, and how it is built for that platform. */
const handler = (settings: string): string =>
  `${esm} export const handle = async (env) => { ${settings} ${lists} return new Response(answer); };`;
const bundle = (entry: string, condition: string, format: string): string => `
  const { build } = await import(${JSON.stringify(esbuild)});
  const { outputFiles } = await build({ entryPoints: ['${entry}'], bundle: true, write: false, format: '${format}', platform: 'browser', conditions: ['${condition}'] });
  const code = outputFiles[0].text;`;

/** Runs a program in a folder with these files, beside an emulator whose URL and key it finds in its environment. */
function besideEmulator(
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<Ended> {
  const emulator = join(inject('equipped'), 'node_modules/.bin/control-api');
  return run(emulator, ['emulator', '--devices', '3', '--', command, ...args], { cwd: folderWith(files) });
}

describe.skipIf(left)('the packed package on other runtimes', () => {
  const node = Object.keys(scripts).flatMap((script) =>
    ['22', '24', '26'].map((version) => [version, script] as const),
  );

  it.each(node)('Node %s runs %s', async (version, script) => {
    const binary = join(modules, `node${version}-linux-x64/bin/node`);
    expect(await besideEmulator(binary, [script], scripts)).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });

  it.each(['22', '24', '26'])('the emulator on Node %s answers with the same bytes as on this one', async (version) => {
    const files = {
      'digest.mjs': readFileSync(join(import.meta.dirname, 'world-digest.mjs'), 'utf8'),
      'schema.graphql': readFileSync(join(import.meta.dirname, '../fixtures/control.graphql'), 'utf8'),
    };
    const args = ['digest.mjs', 'control-api-sdk/emulator', 'schema.graphql'];
    const digest = (binary: string) => run(binary, args, { cwd: folderWith(files, 'equipped') });
    const here = await digest(process.execPath);
    expect(here).toEqual({ code: 0, stdout: expect.stringMatching(/^[\da-f]{64}\n$/), stderr: '' });
    expect(await digest(join(modules, `node${version}-linux-x64/bin/node`))).toEqual(here);
  });

  it.each(Object.keys(scripts))('Bun runs %s', async (script) => {
    const binary = join(modules, 'bun/bin/bun.exe');
    expect(await besideEmulator(binary, [script], scripts)).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });

  it("Vercel's edge runtime runs it", async () => {
    const edge = pathToFileURL(join(modules, 'edge-runtime/dist/index.js')).href;
    const driver = `
      import edge from ${JSON.stringify(edge)};
      ${bundle('route.mjs', 'edge-light', 'esm')}
      const { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey } = process.env;
      const script = code.replace(/export \\{[^}]*\\};\\s*$/, '');
      const runtime = new edge.EdgeRuntime({
        initialCode: script + ';addEventListener("fetch", (event) => event.respondWith(handle(' + JSON.stringify({ baseUrl, apiKey }) + ')));',
      });
      console.log(await (await runtime.dispatchFetch('http://127.0.0.1/')).text());
      process.exit();`;
    const route = handler('const { baseUrl, apiKey } = env;');
    const ended = await besideEmulator(process.execPath, ['driver.mjs'], { 'driver.mjs': driver, 'route.mjs': route });
    expect(ended).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });
});
