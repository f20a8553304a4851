import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { assertGlobals } from '../../src/client/globals.ts';
import { messageOf } from '../helpers/message-of.ts';

/** What `act` returns while these globals are gone. */
function without<T>(names: readonly string[], act: () => T): T {
  const saved = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {}] as const);
  for (const name of names) Reflect.deleteProperty(globalThis, name);
  try {
    return act();
  } finally {
    for (const [name, descriptor] of saved) Object.defineProperty(globalThis, name, descriptor);
  }
}

test('a context with every global is taken', () => {
  expect(() => assertGlobals(false)).not.toThrow();
});

test.each(['URL', 'AbortController', 'performance', 'setTimeout', 'clearTimeout'])(
  'a context without %s is refused with what to add',
  (name) => {
    expect(without([name], () => messageOf(() => assertGlobals(true)))).toBe(
      `This context has no ${name}. Make it with them: \`vm.createContext({ ${name} })\`.`,
    );
  },
);

test('all that is missing is named at once; on Node, neither fetch nor TextDecoder is needed', () => {
  expect(without(['URL', 'performance'], () => messageOf(() => assertGlobals(true)))).toContain(
    'has no URL, performance.',
  );
  expect(() => without(['fetch', 'TextDecoder'], () => assertGlobals(false))).not.toThrow();
});

describe('off Node', () => {
  const readAnew = async () => {
    vi.resetModules();
    vi.doMock('../../src/transport/node-builtin.ts', () => ({
      builtin: () => undefined,
      isNode: false,
      isDeno: false,
    }));
    onTestFinished(() => {
      vi.doUnmock('../../src/transport/node-builtin.ts');
      vi.resetModules();
    });
    const { readOptions } = await import('../../src/client/options.ts');
    return (options: object) =>
      readOptions({ baseUrl: 'https://x.example', apiKey: 'key-off-node-0123', ...options }, {});
  };

  test('fetch and TextDecoder are needed', async () => {
    const read = await readAnew();
    expect(() => read({})).not.toThrow();
    const said = without(['fetch', 'TextDecoder'], () => messageOf(() => read({})));
    expect(said).toMatch(/^This context has no TextDecoder, fetch\./);
  });

  test('the `fetch` option stands in for the global one', async () => {
    const read = await readAnew();
    expect(() => without(['fetch'], () => read({ fetch: () => new Promise(() => {}) }))).not.toThrow();
  });
});
