import { readFile } from 'node:fs/promises';
import { plugin } from '@graphql-codegen/typescript-operations';
import { concatAST, Kind, parse } from 'graphql';
import { glob } from 'tinyglobby';
import { expect, test } from 'vitest';
import { readSchemaFile } from '../../src/graphql/parse-schema.ts';
import { generatedTypes, readTypes } from '../drift/oracle/generated-types.ts';

const conditions = 'conditions.graphql';

test('the types of operations on GitHub are those of the standard generator', async () => {
  const schema = await readSchemaFile('node_modules/@octokit/graphql-schema/schema.graphql', process.cwd());
  const files = await glob('test/codegen/github/*.graphql', { ignore: [`**/${conditions}`] });
  const document = concatAST(await Promise.all(files.sort().map(async (file) => parse(await readFile(file, 'utf8')))));
  const config = {
    namingConvention: 'keep',
    arrayInputCoercion: false,
    defaultScalarType: 'unknown',
    scalars: { ID: { input: 'string', output: 'string' } },
  };
  const output = await plugin(schema, [{ document }], config, { outputFile: 'standard.ts' });
  const operations = document.definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
  const standard = readTypes(typeof output === 'string' ? output : output.content, operations);
  expect(standard.size).toBeGreaterThan(20);
  expect(Object.fromEntries(generatedTypes(schema, document))).toEqual(Object.fromEntries(standard));
});
