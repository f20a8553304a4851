import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { everyPath } from '../../src/operations/every-path.ts';
import { withUniqueNames, writeOperation } from '../../src/operations/write-operation.ts';
import { githubSchema } from '../operations/github.ts';
import { folderWith, node, run } from './integrator.ts';

const entries = Object.keys(manifest.exports).flatMap((path) => (/^\.\/\w+$/.test(path) ? [path.slice(2)] : []));

/** The texts of the modules that load with an entry of the package. */
function loadedWith(file: string, texts = new Map<string, string>()): ReadonlyMap<string, string> {
  if (texts.has(file)) return texts;
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\b[^\n]*["'](\.[^"']+)["'];?$/gm))
    loadedWith(join(dirname(file), path), texts);
  return texts;
}

it('the tools load no part of the command line', () => {
  const ofCommands = (entry: string): readonly string[] =>
    [...loadedWith(join(inject('installed'), 'node_modules/control-api-sdk/dist', `${entry}.mjs`))].flatMap(
      ([file, text]) => (text.includes('#region src/cli/') ? [file] : []),
    );
  expect(ofCommands('start')).not.toEqual([]);
  for (const entry of entries) expect(ofCommands(entry), entry).toEqual([]);
});

it('the tools load in both module systems, with the same exports', async () => {
  const show = `
      const names = Object.fromEntries(Object.entries(tools).map(([entry, tool]) => [entry, Object.keys(tool).sort()]));
      console.log(JSON.stringify(names));`;
  const imports = entries.map((entry) => `import * as ${entry} from 'control-api-sdk/${entry}';`).join('\n');
  const required = entries.map((entry) => `${entry}: require('control-api-sdk/${entry}')`);
  const folder = folderWith(
    {
      'esm.mjs': `${imports}\nconst tools = { ${entries.join(', ')} };${show}`,
      'cjs.cjs': `const tools = { ${required.join(', ')} };${show}`,
    },
    'equipped',
  );
  const [esm, cjs] = await Promise.all([node(folder, 'esm.mjs'), node(folder, 'cjs.cjs')]);
  expect(esm, esm.stderr).toMatchObject({ code: 0 });
  const names: Readonly<Record<string, readonly string[]>> = JSON.parse(esm.stdout);
  expect(Object.keys(names)).toEqual(entries);
  expect(Object.values(names)).not.toContainEqual([]);
  expect(cjs).toEqual(esm);
});

it.each(['mjs', 'cjs'])('the tools serve, answer and fail through one copy of the runtime (.%s)', async (extension) => {
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

it('the packed program writes the tested operations for a large schema, byte for byte', async () => {
  const folder = folderWith({ 'schema.graphql': printSchema(githubSchema()) }, 'equipped');
  const schema = buildSchema(readFileSync(join(folder, 'schema.graphql'), 'utf8'));
  const { code, stdout, stderr } = await run('npx', ['control-api-sdk', 'operations', 'add', '--all', '--dry-run'], {
    cwd: folder,
  });
  expect(code, stderr).toBe(0);
  const expected = withUniqueNames(everyPath(schema).map((path) => writeOperation(schema, path)));
  expect(stdout).toBe(expected.map(({ text }) => text).join('\n'));
});
