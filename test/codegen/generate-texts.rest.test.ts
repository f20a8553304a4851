import { fileURLToPath } from 'node:url';
import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';
import { plugin } from '@graphql-codegen/typescript-operations';
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { generateTexts } from '../../src/codegen/generate-texts.ts';
import { controlApiCodegen } from '../../src/codegen/index.ts';
import { readOperationSources } from '../../src/graphql/files/read-operations.ts';
import { parseDefinitions } from '../../src/graphql/parse-operations.ts';
import { folderWith } from '../helpers/cli-in-process.ts';

/** GraphQL Code Generator resolves a plugin by its name from the current folder. */
const standard = fileURLToPath(import.meta.resolve('@graphql-codegen/typescript-operations'));

const schema = buildSchema('type Query { device: Device } type Device { id: ID! name: String }');
const files = {
  'web/one.graphql': 'query One { device { ...Core } }',
  'web/parts/core.graphql': 'fragment Core on Device { id }',
  'jobs/two.graphql': 'query Two { device { name } }',
};

const folder = await folderWith(files);
afterAll(() => folder[Symbol.asyncDispose]());

/** The names of the operations and fragments in each generated file, by path. */
async function generated(config: CodegenConfig): Promise<Readonly<Record<string, readonly string[]>>> {
  const cwd = folder.path;
  const definitions = parseDefinitions(
    await readOperationSources({ patterns: ['web/**/*.graphql', 'jobs'], cwd, ignore: [] }),
  );
  const texts = await generateTexts(config, schema, definitions, cwd);
  return Object.fromEntries(
    [...texts].map(([path, text]) => [
      path.slice(cwd.length + 1),
      [...text.matchAll(/^export type (\w+)(?:Query|Fragment) =/gm)].map(([, name = '']) => name).sort(),
    ]),
  );
}

test('each output gets the operations of its own `documents` and of the shared ones', async () => {
  const plugins = [standard];
  expect(
    await generated({
      documents: 'web/parts/*.graphql',
      generates: {
        'web.ts': { documents: 'web/*.graphql', plugins },
        'jobs.ts': { documents: ['jobs/*.graphql'], plugins },
      },
    }),
  ).toEqual({ 'web.ts': ['Core', 'One'], 'jobs.ts': ['Core', 'Two'] });
});

test('an output of this package gets its operations beside other outputs', async () => {
  const { generates } = controlApiCodegen({ schema: 'schema.graphql', operations: 'jobs', output: 'own.ts' });
  expect(
    await generated({
      generates: {
        'own.ts': { ...generates['own.ts'], documents: 'jobs/*.graphql' },
        'web.ts': { documents: 'web/**/*.graphql', plugins: [standard] },
      },
    }),
  ).toEqual({ 'own.ts': ['Two'], 'web.ts': ['Core', 'One'] });
});

test('a preset that writes a file beside each operation finds the places of their files', async () => {
  const beside: Types.OutputPreset = {
    buildGeneratesSection: ({ documents, schema: document, config }) =>
      documents.map((one) => ({
        filename: String(one.location).replace(/\.graphql$/, '.generated.ts'),
        documents: [one],
        schema: document,
        config,
        plugins: [{ operations: {} }],
        pluginMap: { operations: { plugin } },
        skipDocumentsValidation: true,
      })),
  };
  expect(await generated({ documents: 'jobs/*.graphql', generates: { './': { preset: beside } } })).toEqual({
    'jobs/two.generated.ts': ['Two'],
  });
});
