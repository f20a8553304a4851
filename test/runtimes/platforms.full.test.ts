import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, inject, test } from 'vitest';
import { type Ended, folderWith, run } from '../packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';
import { Results } from './results.ts';

/*
 * What the package does on Cloudflare Workers of any compatibility date and set of flags, and on Deno with each set of
 * permissions.
 */

const modules = join(import.meta.dirname, 'node_modules');
const left = isLeftOut(existsSync(join(modules, 'miniflare')) && existsSync(join(modules, 'deno')), 'Workers and Deno');

const results = new Results();
afterAll(() => results.print('What the package does on Cloudflare Workers and Deno'));

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;

function besideEmulator(
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const emulator = join(inject('equipped'), 'node_modules/.bin/control-api');
  return run(emulator, ['emulator', '--devices', '3', '--', command, ...args], { cwd: folderWith(files), env });
}

const lists = `
  const control = createControlClient({ baseUrl, apiKey });
  const devices = await control.devices().toArray({ limit: 10 });
  const wrong = createControlClient({ baseUrl, apiKey: 'emulator_wrong_key_0' });
  const failure = await wrong.request('{ team { devices { nodes { id } } } }').catch((error) => error);
  const answer = [devices.length, 'devices,', failure.code].join(' ');`;
const answer = '3 devices, unauthenticated';

// `importScripts` went on 2024-03-04, `navigator` came on 2022-03-21, Node's builtins grew on 2024-09-23 and 2025-05-05.
const dates = ['2021-11-02', '2022-06-01', '2024-03-03', '2024-03-04', '2024-09-23', '2026-01-01'];
const flags = [[], ['nodejs_compat'], ['no_global_navigator'], ['nodejs_compat', 'no_global_navigator']];
const workers = dates.flatMap((compatibilityDate) =>
  flags.map((compatibilityFlags) => ({ compatibilityDate, compatibilityFlags })),
);

describe.skipIf(left)('Cloudflare Workers', () => {
  test("run it with any compatibility date, with Node's builtins and without, with `navigator` and without", async () => {
    const esbuild = createRequire(join(import.meta.dirname, '../peers/package.json')).resolve('esbuild');
    const driver = `
      import miniflare from ${JSON.stringify(pathToFileURL(join(modules, 'miniflare/dist/src/index.js')).href)};
      import { build } from ${JSON.stringify(pathToFileURL(esbuild).href)};
      const { outputFiles } = await build({ entryPoints: ['worker.mjs'], bundle: true, write: false, format: 'esm', platform: 'browser', conditions: ['workerd'] });
      const { CONTROL_API_URL, CONTROL_API_KEY } = process.env;
      const common = { modules: true, script: outputFiles[0].text, bindings: { CONTROL_API_URL, CONTROL_API_KEY } };
      const got = [];
      for (const settings of ${JSON.stringify(workers)}) {
        const worker = new miniflare.Miniflare({ ...common, ...settings });
        got.push(await worker.dispatchFetch('http://127.0.0.1/').then((it) => it.text()).catch((error) => error.message));
        await worker.dispose();
      }
      console.log(JSON.stringify(got));`;
    const worker = `
      import { createControlClient } from 'control-api-sdk';
      export default { async fetch(request, { CONTROL_API_URL: baseUrl, CONTROL_API_KEY: apiKey }) {
        try { ${lists} return new Response(answer); } catch (error) { return new Response(String(error)); }
      } };`;
    const { stdout, stderr } = await besideEmulator(process.execPath, ['driver.mjs'], {
      'driver.mjs': driver,
      'worker.mjs': worker,
    });
    const got: readonly string[] = JSON.parse(stdout || JSON.stringify([stderr]));
    const runtime = `workerd ${versionOf('workerd')}`;
    workers.forEach(({ compatibilityDate, compatibilityFlags }, index) => {
      const what = [compatibilityDate, ...compatibilityFlags].join(', ');
      results.check(runtime, what, answer, got[index]?.split('\n')[0] ?? 'nothing');
    });
  });
});

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
  test.each(denoCases)('runs it with the least permissions: $what', async ({ what, allow, main, env, wanted }) => {
    const deno = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', ...allow, 'main.mjs'];
    const shell = `exec ${join(modules, 'deno/deno')} ${deno.join(' ')} "$CONTROL_API_URL" "$CONTROL_API_KEY"`;
    const { stdout, stderr } = await besideEmulator('sh', ['-c', shell], { 'main.mjs': main }, env);
    results.check(`Deno ${versionOf('deno')}`, `${what}: ${allow.join(' ')}`, wanted, stdout.trim() || stderr.trim());
  });
});
