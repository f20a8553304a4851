import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { type Ended, folderWith, run } from '../../test/packed/integrator.ts';
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

const settings = `const { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey } = process.env;`;
const esm = `import { createControlClient, isControlApiError } from 'control-api-sdk';`;
const scripts = {
  'main.mjs': `${esm} ${settings} ${lists} console.log(answer);`,
  'main.cjs': `const { createControlClient, isControlApiError } = require('control-api-sdk'); ${settings}
    (async () => { ${lists} console.log(answer); })();`,
};

/** The build of a handler for an edge platform. */
const bundle = (entry: string, condition: string): string => `
  const { build } = await import(${JSON.stringify(esbuild)});
  const { outputFiles } = await build({ entryPoints: ['${entry}'], bundle: true, write: false, format: 'esm', platform: 'browser', conditions: ['${condition}'] });
  const code = outputFiles[0].text;`;

/** Runs a program in a folder with these files, beside an emulator in its environment. */
function besideEmulator(
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const emulator = join(inject('equipped'), 'node_modules/.bin/control-api');
  return run(emulator, ['emulator', '--count', 'Device=3', '--', command, ...args], { cwd: folderWith(files), env });
}

describe.skipIf(left)('the packed package on other runtimes', () => {
  const node = Object.keys(scripts).flatMap((script) =>
    ['22', '24', '26'].map((version) => [version, script] as const),
  );

  it.each(node)('Node %s runs %s of the packed package', async (version, script) => {
    const binary = join(modules, `node${version}-linux-x64/bin/node`);
    expect(await besideEmulator(binary, [script], scripts)).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });

  it.each(['22', '24', '26'])('the emulator on Node %s answers with the same bytes as on this one', async (version) => {
    const files = {
      'digest.mjs': readFileSync(join(import.meta.dirname, 'world-digest.mjs'), 'utf8'),
      'schema.graphql': readFileSync(join(import.meta.dirname, '../../test/fixtures/control.graphql'), 'utf8'),
    };
    const args = ['digest.mjs', 'control-api-sdk/emulator', 'schema.graphql'];
    const digest = (binary: string) => run(binary, args, { cwd: folderWith(files, 'equipped') });
    const here = await digest(process.execPath);
    expect(here).toEqual({ code: 0, stdout: expect.stringMatching(/^[\da-f]{64}\n$/), stderr: '' });
    expect(await digest(join(modules, `node${version}-linux-x64/bin/node`))).toEqual(here);
  });

  it.each(Object.keys(scripts))('Bun runs %s of the packed package', async (script) => {
    const binary = join(modules, 'bun/bin/bun.exe');
    expect(await besideEmulator(binary, [script], scripts)).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });

  it("Vercel's edge runtime runs the packed package", async () => {
    const edge = pathToFileURL(join(modules, 'edge-runtime/dist/index.js')).href;
    const driver = `
      import edge from ${JSON.stringify(edge)};
      ${bundle('route.mjs', 'edge-light')}
      const { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey } = process.env;
      const script = code.replace(/export \\{[^}]*\\};\\s*$/, '');
      const runtime = new edge.EdgeRuntime({
        initialCode: script + ';addEventListener("fetch", (event) => event.respondWith(handle(' + JSON.stringify({ baseUrl, apiKey }) + ')));',
      });
      console.log(await (await runtime.dispatchFetch('http://127.0.0.1/')).text());
      process.exit();`;
    const route = `${esm} export const handle = async ({ baseUrl, apiKey }) => { ${lists} return new Response(answer); };`;
    const ended = await besideEmulator(process.execPath, ['driver.mjs'], { 'driver.mjs': driver, 'route.mjs': route });
    expect(ended).toEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });
});

// `importScripts` went on 2024-03-04, `navigator` came on 2022-03-21, Node's builtins grew on 2024-09-23 and 2025-05-05.
const dates = ['2021-11-02', '2022-06-01', '2024-03-03', '2024-03-04', '2024-09-23', '2026-01-01'];
const flags = [[], ['nodejs_compat'], ['no_global_navigator'], ['nodejs_compat', 'no_global_navigator']];
const workers = dates.flatMap((compatibilityDate) =>
  flags.map((compatibilityFlags) => ({ compatibilityDate, compatibilityFlags })),
);

it.skipIf(left)(
  "Cloudflare Workers run the packed package with any compatibility date, with and without Node's builtins and `navigator`",
  async () => {
    const driver = `
      import miniflare from ${JSON.stringify(pathToFileURL(join(modules, 'miniflare/dist/src/index.js')).href)};
      ${bundle('worker.mjs', 'workerd')}
      const { CONTROL_API_URL, CONTROL_API_KEY } = process.env;
      const common = { modules: true, script: code, bindings: { CONTROL_API_URL, CONTROL_API_KEY } };
      const got = [];
      for (const settings of ${JSON.stringify(workers)}) {
        const worker = new miniflare.Miniflare({ ...common, ...settings });
        got.push(await worker.dispatchFetch('http://127.0.0.1/').then((it) => it.text()).catch((error) => error.message));
        await worker.dispose();
      }
      console.log(JSON.stringify(got));`;
    const worker = `${esm} export default { async fetch(request, { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey }) {
        try { ${lists} return new Response(answer); } catch (error) { return new Response(String(error)); }
      } };`;
    const files = { 'driver.mjs': driver, 'worker.mjs': worker };
    const { code, stdout, stderr } = await besideEmulator(process.execPath, ['driver.mjs'], files);
    expect(code, stderr).toBe(0);
    const got: readonly string[] = JSON.parse(stdout);
    expect(workers.map((settings, index) => ({ ...settings, got: got[index] }))).toEqual(
      workers.map((settings) => ({ ...settings, got: answer })),
    );
  },
);

const script = (settings: string, createOptions: string): string => `
  import { createControlClient } from 'control-api-sdk';
  ${settings}
  const control = createControlClient(${createOptions});
  const answer = await control.devices().toArray({ limit: 10 }).then((it) => it.length + ' devices', (error) => error.code + ': ' + error.message);
  console.log(answer);
  control.close();`;
const given = script('const [baseUrl, apiKey] = Deno.args;', '{ baseUrl, apiKey, maxRetries: 0 }');
const fromEnvironment = script('', '');
const ownFetch = script('const [baseUrl, apiKey] = Deno.args;', '{ baseUrl, apiKey, maxRetries: 0, fetch }')
  .replace('const control', 'let control; try { control')
  .replace('\n  const answer', '\n } catch (error) { console.log(error.code); Deno.exit(); }\n  const answer');

interface DenoCase {
  readonly what: string;
  readonly allow: readonly string[];
  readonly main: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly wanted: string;
}

const net = '--allow-net=127.0.0.1';
const denoCases: readonly DenoCase[] = [
  { what: 'options', allow: [net], main: given, wanted: '3 devices' },
  {
    what: 'options, with a proxy that it may not read of',
    allow: [net],
    main: given,
    env: { HTTP_PROXY: 'http://127.0.0.1:9' },
    wanted: '3 devices',
  },
  {
    what: 'the environment',
    allow: [net, '--allow-env=CONTROL_API_URL,CONTROL_API_KEY'],
    main: fromEnvironment,
    wanted: '3 devices',
  },
  {
    what: 'the environment, whole',
    allow: [net, '--allow-env'],
    main: fromEnvironment,
    wanted: '3 devices',
  },
  {
    what: 'the environment, without the right to read it',
    allow: [net],
    main: fromEnvironment,
    wanted: 'configuration: No base URL. Pass the `baseUrl` option or set CONTROL_API_URL.',
  },
  {
    what: "options and a `fetch` of one's own, which might take a proxy",
    allow: [net],
    main: ownFetch,
    wanted: 'configuration',
  },
];

describe.skipIf(left)('Deno', () => {
  it.each(denoCases)(
    'Deno runs the packed package with the least permissions: $what',
    async ({ allow, main, env, wanted }) => {
      const deno = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', ...allow, 'main.mjs'];
      const shell = `exec ${join(modules, 'deno/deno')} ${deno.join(' ')} "$CONTROL_API_URL" "$CONTROL_API_KEY"`;
      const { stdout, stderr } = await besideEmulator('sh', ['-c', shell], { 'main.mjs': main }, env);
      expect(stdout.trim() || stderr.trim()).toBe(wanted);
    },
  );
});
