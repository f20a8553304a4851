import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const { getBuiltinModule } = process;
const node = { getBuiltinModule, release: { name: 'node' }, versions: { node: '22.0.0' } };

test.each<[name: string, globals: Readonly<Record<string, unknown>>, isNode: boolean, isDeno: boolean]>([
  ['Node', { process: node }, true, false],
  ['Deno, which imitates it', { process: { ...node, versions: { node: '22.0.0', deno: '2.0.0' } } }, false, true],
  ['Bun, which imitates it', { process: { ...node, versions: { node: '22.0.0', bun: '1.2.0' } } }, false, false],
  ['Cloudflare, which imitates it', { process: node, WebSocketPair: class {} }, false, false],
  ['a fork of another name', { process: { ...node, release: { name: 'other' } } }, false, false],
  ['a Node without `getBuiltinModule`', { process: { ...node, getBuiltinModule: undefined } }, false, false],
  ['a bundler’s `process`', { process: { env: {}, getBuiltinModule } }, false, false],
  ['a runtime without `process`', { process: undefined }, false, false],
])('the modules of a runtime follow its features: %s', async (_name, globals, isNode, isDeno) => {
  const http = process.getBuiltinModule('node:http');
  vi.resetModules();
  const load = () => import('../../src/transport/node-builtin.ts');
  await load();
  vi.resetModules();
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const loaded = await load().finally(() => vi.unstubAllGlobals());
  expect([loaded.isNode, loaded.isDeno]).toEqual([isNode, isDeno]);
  expect(loaded.builtin('node:http')).toBe(isNode ? http : undefined);
});
