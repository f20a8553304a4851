import { describe, expect, it } from 'vitest';
import { isServer } from '../../src/key/is-server.ts';

const builtins = { getBuiltinModule: (id: string) => (id === 'node:fs' ? { readFileSync: () => '' } : undefined) };
const importScripts = (): void => {};

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
  'a runtime with an empty global scope': {},
};

const browsers: Record<string, object> = {
  'a page': { document: {}, window: {}, navigator: { product: 'Gecko' } },
  'a page with a polyfilled process': {
    document: {},
    process: { versions: { node: '20.20.2' }, browser: true, env: {} },
  },
  'a page whose process imitates getBuiltinModule': { document: {}, process: { getBuiltinModule: () => undefined } },
  'a page that pretends to be Deno': { document: {}, Deno: { version: {} } },
  'a worker': { importScripts, navigator: { product: 'Gecko' } },
  'a worker that pretends to be Deno or Bun': { importScripts, Deno: { version: {} }, Bun: { version: '1' } },
  'an audio or paint worklet': { WorkletGlobalScope: class {} },
  "an Electron page with Node's builtins": { process: { ...builtins, type: 'renderer' }, document: {} },
  "an Electron worker with Node's builtins": { process: { ...builtins, type: 'worker' }, importScripts },
  'React Native': { navigator: { product: 'ReactNative' } },
  Hermes: { HermesInternal: {} },
};

describe('a key may live only on a server', () => {
  it.each(Object.entries(servers))('%s may hold one', (_name, scope) => {
    expect(isServer(scope)).toBe(true);
  });

  it.each(Object.entries(browsers))('%s may not', (_name, scope) => {
    expect(isServer(scope)).toBe(false);
  });
});
