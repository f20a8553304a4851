// One consumer of the same operations, written for each way of typing them, each a project of its own.
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import { buildSchema, introspectionFromSchema, Kind, parse, print, visit } from 'graphql';
import { uses } from './uses.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
export const schemaFile = join(root, 'node_modules/@octokit/graphql-schema/schema.graphql');
const files = ['fragments', 'forward', 'backward', 'abstract', 'conditions', 'inputs', 'mutations'];
export const scalars = { DateTime: 'string', URI: 'string', GitObjectID: 'string' };

const texts = await Promise.all(
  files.map((name) => readFile(join(root, 'test/codegen/github', `${name}.graphql`), 'utf8')),
);
const { definitions } = parse(texts.join('\n'));
const fragments = new Map(
  definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it]] : [])),
);
const operations = definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION && uses[it.name.value]);

/** All that is measured, in one file. */
export const operationsFile = join(await mkdtemp(join(tmpdir(), 'bench-codegen-')), 'operations.graphql');
await writeFile(operationsFile, [...fragments.values(), ...operations].map(print).join('\n\n'));

const spreads = (node) => {
  const names = new Set();
  visit(node, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
};
const withFragments = (node, seen = new Set()) => {
  for (const name of spreads(node)) if (!seen.has(name)) withFragments(fragments.get(name), seen.add(name));
  return seen;
};
const literal = (text) => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;

const useAll = (documentOf, type = '') =>
  operations
    .map(({ name: { value: name } }) => {
      const [variables, path] = uses[name];
      return `export const use${name} = async () => (await control.request${type}(${documentOf(name)}, ${variables})).${path};`;
    })
    .join('\n');
const client = `import { createControlClient } from 'control-api-sdk';\nconst control = createControlClient();\n`;

async function makeProject(kind, contents) {
  const folder = await mkdtemp(join(tmpdir(), `bench-codegen-${kind}-`));
  await mkdir(join(folder, 'node_modules'));
  const links = {
    'control-api-sdk': root,
    'gql.tada': join(here, 'node_modules/gql.tada'),
    ...Object.fromEntries(
      ['@types', 'graphql', '@graphql-typed-document-node'].map((name) => [name, join(root, 'node_modules', name)]),
    ),
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, 'node_modules', name));
  const all = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], strict: true },
        ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true },
      },
      include: ['*.ts'],
    }),
    ...contents,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return folder;
}

export const projects = {
  async 'untyped strings'() {
    const text = (name) => {
      const operation = operations.find((it) => it.name.value === name);
      return literal(
        [operation, ...[...withFragments(operation)].map((it) => fragments.get(it))].map(print).join('\n\n'),
      );
    };
    return makeProject('strings', { 'use.ts': `${client}${useAll(text, '<any>')}` });
  },

  async 'control-api-sdk'() {
    const { controlApiCodegen } = await import(join(root, 'dist/codegen.mjs'));
    const folder = await makeProject('ours', {
      'use.ts': `${client}import * as github from './github.js';\n${useAll((name) => `github.${name}`)}`,
    });
    const output = join(folder, 'github.ts');
    await generate({
      ...controlApiCodegen({ schema: schemaFile, operations: operationsFile, output, scalars }),
      silent: true,
    });
    return folder;
  },

  async 'client-preset'() {
    const folder = await makeProject('client-preset', {
      'use.ts': `${client}import * as github from './gql/graphql.js';\n${useAll((name) => `github.${name}Document`)}`,
    });
    await generate(clientPreset(folder));
    return folder;
  },

  async 'gql.tada'() {
    const require = createRequire(import.meta.url);
    const { minifyIntrospection, outputIntrospectionFile } = require('@gql.tada/internal');
    const { minifyIntrospectionQuery = minifyIntrospection } = require('@gql.tada/internal');
    const introspection = introspectionFromSchema(
      buildSchema(await readFile(schemaFile, 'utf8'), { assumeValidSDL: true }),
    );
    const environment = outputIntrospectionFile(
      minifyIntrospectionQuery(introspection, { includeEnums: true, includeInputs: true, includeScalars: true }),
      { fileType: '.d.ts', shouldPreprocess: true },
    );
    const done = new Set();
    const lines = [];
    const define = (node, name) => {
      const used = spreads(node);
      for (const it of used) if (!done.has(it)) done.add(it) && define(fragments.get(it), `${it}Fragment`);
      lines.push(`const ${name} = graphql(${literal(print(node))}, [${used.map((it) => `${it}Fragment`)}]);`);
    };
    for (const operation of operations) define(operation, operation.name.value);
    return makeProject('tada', {
      'graphql-env.d.ts': environment,
      'use.ts': `${client}import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';
const graphql = initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string; URI: string; GitObjectID: string }; disableMasking: true }>();
${lines.join('\n')}
${useAll((name) => name)}`,
    });
  },
};

/** The client preset over the same operations, by default but for masking, which would hide what a consumer reads. */
export function clientPreset(folder, schema = schemaFile) {
  return {
    schema,
    documents: operationsFile,
    silent: true,
    config: { scalars, defaultScalarType: 'unknown', importExtension: '.js' },
    generates: { [`${join(folder, 'gql')}/`]: { preset: 'client', presetConfig: { fragmentMasking: false } } },
  };
}
