import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { glob } from 'tinyglobby';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { isFull } from '../../test/helpers/cases.ts';
import { filesWithKey } from '../../test/helpers/files-with-key.ts';
import { type Browser, launchChromium } from '../peers/chromium.ts';
import type { ClientPart, Command } from './framework.ts';
import { frameworks } from './frameworks.ts';
import { buildImage, type Image } from './image.ts';
import { Project, type Server } from './project.ts';

/*
 * The project of each framework, built, served and requested, with the packed package. `.ci/run --full` runs all variants.
 */

// A busy machine takes minutes for some builds.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const imports: Readonly<Record<string, string>> = {
  'a named import': `import { createControlClient } from 'control-api-sdk'; globalThis.leaked = createControlClient;`,
  'a namespace import': `import * as sdk from 'control-api-sdk'; globalThis.leaked = sdk.createControlClient;`,
  'a dynamic import': `if (typeof document === 'object') import('control-api-sdk').then((sdk) => { globalThis.leaked = sdk.createControlClient; });`,
};

const explanation = /control-api-sdk(?: is |-is-)server-only/;
/** `.ci/run` tests the first build, and the first form of import; `--full` also the servers for development. */
const chosen = frameworks.filter(({ inEveryRun }) => isFull || inEveryRun).map((one) => [one.name, one] as const);
const firstOf = <T>(variants: Readonly<Record<string, T>>) => Object.entries(variants).slice(0, isFull ? undefined : 1);

let emulator: { readonly url: string; readonly key: string; close(): Promise<void> };
let names: readonly string[];
let browser: Browser | undefined;

beforeAll(async () => {
  const sdk = join(inject('equipped'), 'node_modules/control-api-sdk/dist');
  const { startEmulator } = await import(pathToFileURL(join(sdk, 'emulator.mjs')).href);
  const { createControlClient } = await import(pathToFileURL(join(sdk, 'index.mjs')).href);
  emulator = await startEmulator({ devices: 3 });
  const control = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  names = (await control.devices().toArray({ limit: 10 })).map(({ name }: { name: string }) => name);
});

afterAll(async () => {
  await browser?.close();
  await emulator?.close();
});

const settings = () => ({ CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key });

/** The number of emulated devices in a text, which never has the key. */
function devicesIn(text: string): string {
  if (text.includes(emulator.key)) return 'the key';
  return `${names.filter((name) => text.includes(name)).length} devices`;
}

/** The files in folders of a project that contain the runtime, by a text that no bundler changes. */
async function holdingRuntime({ root }: Project, folders: readonly string[]): Promise<readonly string[]> {
  const files = await glob(
    folders.map((folder) => `${folder}/**`),
    { cwd: root, dot: true },
  );
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter((_, at) => texts[at]?.includes('control-api-sdk.attempt'));
}

/** Submits the first form of a page as a browser without JavaScript does. */
async function submitFirstForm(url: string): Promise<Response> {
  const page = await (await fetch(url)).text();
  const form = /<form\b.*?<\/form>/s.exec(page)?.[0] ?? '';
  const body = new FormData();
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string) =>
      new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"') ?? '';
    body.append(attribute('name'), attribute('value'));
  }
  const action = /<form\b[^>]*\baction="([^"]*)"/.exec(form)?.[1] ?? '';
  return fetch(new URL(action, url), {
    method: 'POST',
    body,
    headers: { origin: new URL(url).origin, 'x-forwarded-proto': 'http' },
  });
}

/** Everything that a developer sees of a page: the terminal, the console of the browser, the overlay of the framework. */
async function shownOf(server: Server, path: string): Promise<string> {
  browser ??= await launchChromium();
  const page = await browser.newPage();
  let console = '';
  page.on('pageerror', ({ message }) => (console += message));
  page.on('console', (message) => (console += message.text()));
  try {
    await page.goto(`${server.origin}${path}`, { waitUntil: 'commit', timeout: 300_000 });
    await vi.waitUntil(() => explanation.test(server.printed() + console), { timeout: 180_000, interval: 100 });
    return 'our explanation';
  } catch {
    return `not our explanation: ${(server.printed() + console).slice(-2000)}`;
  } finally {
    await page.close();
  }
}

describe.each(chosen)('%s', (_, framework) => {
  const { client, start, run, routes = {}, forms = {} } = framework;
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(join(import.meta.dirname, 'projects', framework.name), inject('tarball'));
  });

  afterAll(() => project?.remove());

  /** `see` returns the actual text, and the context to show for a wrong one. */
  function row(what: string, wanted: string, see: () => Promise<readonly [got: string, printed: string]>): void {
    test(`${what}: ${wanted}`, async () => {
      const [got, printed] = await see();
      expect(got, printed).toBe(wanted);
    });
  }

  /** Runs `work` while the client part imports the SDK. */
  async function withImport<T>({ module }: ClientPart, statement: string, work: () => Promise<T>): Promise<T> {
    const before = project.read(module);
    project.write(module, `// @ts-nocheck\n${statement}\n${before}`);
    try {
      return await work();
    } finally {
      project.write(module, before);
    }
  }

  const requests = [
    ...Object.entries(routes).map(([path, what]) => ({ what, send: (origin: string) => fetch(`${origin}${path}`) })),
    ...Object.entries(forms).map(([path, what]) => ({
      what,
      send: (origin: string) => submitFirstForm(`${origin}${path}`),
    })),
  ];

  for (const [variant, command] of firstOf(framework.builds)) {
    const build = `build (${variant})`;

    row(`${build}, without any setting`, 'builds', async () => {
      const { code, printed } = await project.run(command);
      return [code === 0 ? 'builds' : `ends with ${code}`, printed];
    });

    if (client) {
      row(`${build}: the runtime in the client's files`, 'nowhere', async () => {
        expect(await holdingRuntime(project, [client.server])).not.toEqual([]);
        const found = await holdingRuntime(project, client.assets);
        return [found[0] ?? 'nowhere', found.join('\n')];
      });
    }

    answers(build);

    if (!client) continue;
    row(`${build}, with a key: the key in the client's files`, 'nowhere', async () => {
      const { code, printed } = await project.run(command, settings());
      expect(code, printed).toBe(0);
      const found = await filesWithKey(project.root, client.assets, settings());
      return [found[0] ?? 'nowhere', found.join('\n')];
    });

    for (const [style, statement] of firstOf(imports)) {
      row(`${build}, ${style} in client code`, 'stops, with our explanation', async () => {
        const { code, printed } = await withImport(client, statement, () => project.run(command));
        const why = explanation.test(printed) ? 'our explanation' : 'another reason';
        return [code === 0 ? 'builds' : `stops, with ${why}`, printed];
      });
    }
  }

  if (framework.dockerfile && isFull) {
    describe('a Dockerfile', () => {
      let image: Image | undefined;
      afterAll(() => image?.remove());

      row('Dockerfile, without any setting', 'builds', async () => {
        image = await buildImage(project.root, async (line, folder) => {
          const { code, printed } = await project.shell(line, folder);
          if (code !== 0) throw new Error(`RUN ${line} ends with ${code}:\n${printed}`);
        });
        return ['builds', ''];
      });

      served('Dockerfile', () => {
        if (image) return image;
        throw new Error('No image was built.');
      });
    });
  }

  if (Object.keys(framework.builds).length === 0) answers('run');

  /** The build, or the project without one, lists the devices. */
  function answers(build: string): void {
    if (run) {
      row(`${build}: run`, '3 devices', async () => {
        const { printed } = await project.run(run, settings());
        return [devicesIn(printed), printed];
      });
    }
    if (start) served(build, () => ({ command: start }));
  }

  /** The build lists the devices on every route of its server. */
  function served(build: string, built: () => { readonly command: Command; readonly folder?: string }): void {
    describe('served', () => {
      let server: Server;
      beforeAll(async () => {
        const { command, folder } = built();
        server = await project.serve(command, { ...settings(), NODE_ENV: 'production' }, folder);
      });
      afterAll(() => server?.stop());

      for (const { what, send } of requests) {
        row(`${build}: ${what}`, '3 devices', async () => {
          const answer = await send(server.origin);
          const text = await answer.text();
          return [devicesIn(text), `${answer.status} ${text}\n${server.printed()}`];
        });
      }
    });
  }

  for (const [variant, command] of isFull ? Object.entries(framework.dev ?? {}) : []) {
    const dev = `development (${variant})`;

    row(`${dev}: every route`, '3 devices', async () => {
      const server = await project.serve(command, settings());
      try {
        for (const { what, send } of requests) {
          const text = await (await send(server.origin)).text();
          const got = devicesIn(text);
          if (got !== '3 devices') return [`${got} from ${what}`, `${text}\n${server.printed()}`];
        }
        // The rows below need this.
        expect(server.printed()).not.toMatch(explanation);
        return ['3 devices', ''];
      } finally {
        await server.stop();
      }
    });

    if (!client) continue;
    for (const [style, statement] of firstOf(imports)) {
      row(`${dev}, ${style} in client code shows`, 'our explanation', () =>
        withImport(client, statement, async () => {
          const server = await project.serve(command, settings());
          try {
            const got = await shownOf(server, client.page);
            return [got, got];
          } finally {
            await server.stop();
          }
        }),
      );
    }
  }
});
