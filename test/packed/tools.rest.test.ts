import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { folderWith, node } from './integrator.ts';

const root = resolve(import.meta.dirname, '../..');
const entries = Object.keys(manifest.exports).flatMap((path) => (/^\.\/\w+$/.test(path) ? [path.slice(2)] : []));

/** The texts of the modules that are loaded with one of the package's, whatever they load later. */
function loadedWith(file: string, texts = new Map<string, string>()): ReadonlyMap<string, string> {
  if (texts.has(file)) return texts;
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\b[^\n]*["'](\.[^"']+)["'];?$/gm))
    loadedWith(join(dirname(file), path), texts);
  return texts;
}

describe('the tools', () => {
  it('load no part of the command line, which loads itself', () => {
    const ofCommands = (entry: string): readonly string[] =>
      [...loadedWith(join(inject('installed'), 'node_modules/control-api-sdk/dist', `${entry}.mjs`))].flatMap(
        ([file, text]) => (text.includes('#region src/cli/') ? [file] : []),
      );
    expect(ofCommands('start')).not.toEqual([]);
    for (const entry of entries) expect(ofCommands(entry), entry).toEqual([]);
  });

  it.each(entries)('%s loads in both module systems, with the same exports', async (entry) => {
    const folder = folderWith(
      {
        'esm.mjs': `import * as tool from 'control-api-sdk/${entry}'; console.log(Object.keys(tool).sort().join());`,
        'cjs.cjs': `const tool = require('control-api-sdk/${entry}'); console.log(Object.keys(tool).sort().join());`,
      },
      'equipped',
    );
    const [esm, cjs] = await Promise.all([node(folder, 'esm.mjs'), node(folder, 'cjs.cjs')]);
    expect(esm, esm.stderr).toMatchObject({ code: 0 });
    expect(esm.stdout.length).toBeGreaterThan(1);
    expect(cjs).toEqual(esm);
  });

  it('watch loads in production, where none of the optional packages is installed', async () => {
    const folder = folderWith({
      'esm.mjs': `import { watchDrift } from 'control-api-sdk/watch'; console.log(typeof watchDrift());`,
      'cjs.cjs': `const { watchDrift } = require('control-api-sdk/watch'); console.log(typeof watchDrift());`,
    });
    for (const file of ['esm.mjs', 'cjs.cjs'])
      expect(await node(folder, file)).toEqual({ code: 0, stdout: 'function\n', stderr: '' });
  });

  it.each(['mjs', 'cjs'])('serve, answer and fail through one copy of the runtime (.%s)', async (extension) => {
    const load = (name: string): string => (extension === 'mjs' ? `await import('${name}')` : `require('${name}')`);
    const folder = folderWith(
      {
        [`main.${extension}`]: `
          (async () => {
            const { createControlClient, ControlApiError } = ${load('control-api-sdk')};
            const { startEmulator } = ${load('control-api-sdk/emulator')};
            const emulator = await startEmulator({ devices: 3 });
            const control = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
            const devices = await control.devices().toArray({ limit: 10 });
            await control.close();
            await emulator.close();
            const failure = await startEmulator({ port: -1 }).catch((error) => error);
            console.log(devices.length, failure instanceof ControlApiError);
          })();`,
      },
      'equipped',
    );
    expect(await node(folder, `main.${extension}`)).toEqual({ code: 0, stdout: '3 true\n', stderr: '' });
  });

  it('have declarations, for ES modules and for CommonJS', async () => {
    const program = `
import type { CodegenConfig } from '@graphql-codegen/cli';
import { controlApiCodegen } from 'control-api-sdk/codegen';
import { checkDrift, introspect } from 'control-api-sdk/drift';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';
export const config: CodegenConfig = controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated.ts' });
export const emulator: Promise<Emulator> = startEmulator({ devices: 3 });
export const tools = [checkDrift, introspect];
// @ts-expect-error: there is no such option.
startEmulator({ gadgets: 3 });
`;
    const folder = folderWith(
      {
        'main.mts': program,
        'main.cts': program,
        'tsconfig.json': {
          compilerOptions: {
            module: 'node16',
            target: 'es2022',
            lib: ['es2023', 'esnext.disposable'],
            strict: true,
            noEmit: true,
            skipLibCheck: true,
            typeRoots: [join(root, 'node_modules/@types')],
            types: ['node'],
          },
          files: ['main.mts', 'main.cts'],
        },
      },
      'equipped',
    );
    const { code, stdout } = await node(folder, join(root, 'test/peers/node_modules/typescript59/bin/tsc'), '-p', '.');
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });
});
