import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { folderWith } from '../packed/integrator.ts';
import { Results } from './results.ts';

/*
 * The declarations in each set-up, without skipLibCheck: compilers, with and without the DOM's types, Node's types of each
 * version, Cloudflare's, none. Each two of those meet in one run at least; each run has all three ways to resolve modules that
 * read the exports map, in turn. What the tools need is beside them in the runs with Node's types.
 */

const modules = join(import.meta.dirname, 'node_modules');
const compilers = join(import.meta.dirname, '../peers/node_modules');
const present = existsSync(join(modules, 'types-node18'));
if (!present)
  console.warn('Skipped: declarations in each set-up. They need `npm ci --prefix test/runtimes`, or `.ci/run --full`.');

const results = new Results();
afterAll(() => results.print('types.md', 'The declarations in each set-up of TypeScript'));

const versionOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

const program = `
import * as sdk from 'control-api-sdk';
import { createControlClient, isControlApiError, type ControlClient, type ControlClientOptions, type Device } from 'control-api-sdk';
export const everything: typeof sdk = sdk;
export async function names(control: ControlClient): Promise<string[]> {
  const found: Device[] = [];
  for await (const device of control.devices()) found.push(device);
  const nothing: void = control.close();
  return found.map((device) => String(device.name));
}
export const options: ControlClientOptions = { timeoutMs: 1_000, baseUrl: () => 'https://api.example' };
export const control: ControlClient = createControlClient(options);
export const code = (error: unknown): string | undefined => (isControlApiError(error, 'timeout') ? error.code : undefined);
// @ts-expect-error: there is no such option.
createControlClient({ timeout: 1_000 });
// @ts-expect-error: an abort signal it is.
export const wrong = control.request('{ team { id } }', {}, { signal: 1 });
`;
const ofThePlatform = `
import { createControlClient } from 'control-api-sdk';
const control = createControlClient({ baseUrl: new URL('https://api.example'), fetch });
export const data: Promise<unknown> = control.request('{ team { id } }', {}, { signal: new AbortController().signal });
`;

const packages: Readonly<Record<string, string | undefined>> = {
  'no types': undefined,
  '@types/node 18': 'types-node18',
  '@types/node 20': 'types-node20',
  '@types/node 22': 'types-node22',
  '@types/node 24': 'types-node24',
  '@cloudflare/workers-types 4': '@cloudflare/workers-types',
};
const resolutions = ['node16', 'nodenext', 'bundler'] as const;

const cells = ['typescript54', 'typescript59', 'typescript6', 'typescript7'].flatMap((compiler, row) =>
  Object.keys(packages).map((types, column) => ({
    compiler,
    types,
    dom: (row + column) % 2 === 0 && !types.startsWith('@cloudflare'),
    resolution: resolutions[(row + column) % 3] ?? 'node16',
  })),
);

describe.skipIf(!present)('the declarations', () => {
  test.each(cells)('$compiler, $types, dom: $dom, $resolution', async ({ compiler, types, dom, resolution }) => {
    const name = packages[types];
    const hasPlatform = dom || name !== undefined;
    const folder = folderWith({
      'main.ts': program,
      ...(hasPlatform && { 'platform.ts': ofThePlatform }),
      'tsconfig.json': {
        compilerOptions: {
          module: resolution === 'bundler' ? 'esnext' : resolution,
          moduleResolution: resolution,
          target: 'es2022',
          lib: ['es2022', ...(dom ? ['dom'] : [])],
          types: name === undefined ? [] : [name.startsWith('@') ? name : 'node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
        },
        files: ['main.ts', ...(hasPlatform ? ['platform.ts'] : [])],
      },
    });
    if (name !== undefined) {
      const place = join(folder, 'node_modules', name.startsWith('@') ? name : '@types/node');
      mkdirSync(join(place, '..'), { recursive: true });
      symlinkSync(join(modules, name), place);
    }
    const compiled = spawn(process.execPath, [join(compilers, compiler, 'bin/tsc'), '-p', '.'], { cwd: folder });
    let output = '';
    compiled.stdout.on('data', (text) => {
      output += text;
    });
    await new Promise((done) => compiled.on('close', done));
    // What another package's declarations get wrong with this compiler is not ours.
    const ours = output.split('\n').filter((line) => /^(?:main|platform)\.ts|control-api-sdk|^error/.test(line));
    const what = `es2022${dom ? ' and dom' : ''}, ${types}, ${resolution}`;
    results.check(
      `TypeScript ${versionOf(join(compilers, compiler))}`,
      what,
      'compiles',
      ours.join('; ') || 'compiles',
    );
  });
});
