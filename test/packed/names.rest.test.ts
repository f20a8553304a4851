import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { folderWith, node } from './integrator.ts';

/*
 * The names of the package in a log: the class in the output of console, a logger or an error tracker, and the functions in a
 * stack. The installed package is tested in both module systems.
 */

interface Seen {
  readonly constructorName: string;
  readonly inspected: string;
  readonly logged: { readonly type: string; readonly message: string; readonly stack: string };
}

const load = {
  mjs: `import * as sdk from 'control-api-sdk'; import { inspect } from 'node:util';`,
  cjs: `const sdk = require('control-api-sdk'); const { inspect } = require('node:util');`,
};

// The serializers of pino and Bunyan, and Sentry as a fallback, take the name of the constructor.
const look = `
const serialise = (error) => ({ type: error.constructor.name, message: error.message, stack: error.stack });
const look = (error) => ({ constructorName: error.constructor.name, inspected: inspect(error), logged: serialise(error) });
(async () => {
  const control = sdk.createControlClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'emulator_0123456789', maxRetries: 0 });
  let network;
  try { await control.request('{ team { devices { nodes { id } } } }'); } catch (error) { network = look(error); }
  let configuration;
  try { sdk.createControlClient({ timeoutMs: -1 }); } catch (error) { configuration = look(error); }
  const names = Object.entries(sdk).filter(([, value]) => typeof value === 'function').map(([name, value]) => [name, value.name]);
  console.log(JSON.stringify({ network, configuration, names }));
})();`;

/** The names of the frames in files of the package. */
const framesOf = (stack: string): readonly string[] =>
  [...stack.matchAll(/^ {4}at (?:async )?(?:new )?(?:([^\s(]+) \()?.*control-api-sdk\/dist\//gm)].flatMap(([, name]) =>
    name === undefined ? [] : [name.split('.').at(-1) ?? ''],
  );

describe.each(['mjs', 'cjs'] as const)('an error that is printed or logged (.%s)', (extension) => {
  const seen = (async () => {
    const folder = folderWith({ [`main.${extension}`]: `${load[extension]}${look}` });
    const { stdout, stderr } = await node(folder, `main.${extension}`);
    expect(stderr).toBe('');
    const { names, ...errors }: { names: [string, string][] } & Record<string, Seen> = JSON.parse(stdout);
    return { names, errors };
  })();
  seen.catch(() => {});

  it.each(['network', 'configuration'])(
    'an error with the code %s names its class, and frames of its source',
    async (code) => {
      const { [code]: error } = (await seen).errors;
      const name = 'ControlApiError';
      expect(error?.constructorName).toBe(name);
      expect(error?.inspected).toMatch(new RegExp(`^${name}: `));
      expect(error?.logged).toMatchObject({ type: name, message: expect.stringMatching(/\w/) });
      const { stack = '' } = error?.logged ?? {};
      const frames = framesOf(stack);
      expect(frames.length).toBeGreaterThan(1);
      for (const frame of frames) expect(frame).toMatch(/^#?[a-zA-Z]{3,}$/);
      if (code === 'configuration') expect(frames).toContain('createControlClient');
      // The frame of the caller.
      expect(stack).toContain(`main.${extension}`);
    },
  );

  it('an error shows readable lines', async () => {
    const text = readFileSync(
      join(inject('installed'), `node_modules/control-api-sdk/dist/index.${extension}`),
      'utf8',
    );
    const lengths = text.split('\n').map((line) => line.length);
    expect(lengths.reduce((sum, length) => sum + length) / lengths.length).toBeLessThan(120);
  });

  it('each exported function and class has the name of its export', async () => {
    const { names } = await seen;
    expect(names.length).toBeGreaterThan(3);
    for (const [name, own] of names) expect(own).toBe(name);
  });
});
