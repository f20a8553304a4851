import { expect, it, test } from 'vitest';
import { BROWSER_SENTENCE, isServer } from '../../src/browser/is-server.ts';

const builtins = { getBuiltinModule: (id: string) => (id === 'node:fs' ? { readFileSync: () => '' } : undefined) };
const importScripts = (): void => {};
const location = { href: 'https://page.example/' };

const servers: Record<string, object> = {
  'this process': globalThis,
  Node: { process: builtins },
  'Node with the jsdom of a test runner': {
    process: builtins,
    document: {},
    window: {},
    navigator: { product: 'Gecko' },
  },
  'Node with a polyfilled importScripts': { process: builtins, importScripts },
  "Electron's main process": { process: { ...builtins, type: 'browser' } },
  'an edge runtime without builtins': { navigator: { userAgent: 'Cloudflare-Workers' }, caches: {} },
  'a Cloudflare Worker of before 2024-03-04': { importScripts, WebSocketPair: class {} },
  'an edge runtime whose process has functions that throw': {
    process: {
      getBuiltinModule: () => {
        throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
      },
    },
  },
  'Node with a process that is a function': { process: Object.assign(() => {}, builtins), document: {} },
  'a runtime whose process is null': { process: null, navigator: null },
  'a runtime with an empty global scope': {},
};

const browsers: Record<string, object> = {
  'a page': { document: {}, window: {}, navigator: { product: 'Gecko' } },
  'a page with a polyfilled process': {
    document: {},
    process: { versions: { node: '20.20.2' }, browser: true, env: {} },
  },
  'a page whose process imitates getBuiltinModule': { document: {}, process: { getBuiltinModule: () => undefined } },
  'a page whose process has functions that throw': {
    document: {},
    process: {
      getBuiltinModule: () => {
        throw new Error('unsupported');
      },
    },
  },
  'a page that pretends to be Deno': { document: {}, Deno: { version: {} } },
  'a worker': { importScripts, location, navigator: { product: 'Gecko' } },
  'a worker that pretends to be Deno or Bun': { importScripts, location, Deno: { version: {} }, Bun: { version: '1' } },
  'a worker that pretends to be Cloudflare': { importScripts, location, WebSocketPair: class {} },
  'an audio or paint worklet': { WorkletGlobalScope: class {} },
  "an Electron page with Node's builtins": { process: { ...builtins, type: 'renderer' }, document: {} },
  "an Electron worker with Node's builtins": { process: { ...builtins, type: 'worker' }, importScripts, location },
  'React Native': { navigator: { product: 'ReactNative' } },
  Hermes: { HermesInternal: {} },
};

it.each(Object.entries(servers))('a key may be in %s', (_name, scope) => {
  expect(isServer(scope)).toBe(true);
});

it.each(Object.entries(browsers))('a key may not be in %s', (_name, scope) => {
  expect(isServer(scope)).toBe(false);
});

test('the message for a browser names the cause, and what to do', () => {
  expect(BROWSER_SENTENCE).toMatchInlineSnapshot(
    `"control-api-sdk is server-only: its API key gives full access to the team, so no browser or app may hold it. Call this package from your own backend, and send the frontend only the data it needs."`,
  );
});
