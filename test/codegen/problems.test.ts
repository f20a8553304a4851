import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { OperationsError } from '../../src/codegen/index.ts';
import { generateFrom, generateText, withFiles } from './generate-text.ts';

const schema = `
type Device { id: ID!, name: String }
type Query { devices: [Device!]! }
`;

async function problemsOf(operations: string | Record<string, string>): Promise<string> {
  const error = await generateText(schema, operations).then(
    () => undefined,
    (it: unknown) => it,
  );
  expect(error).toBeInstanceOf(OperationsError);
  return error instanceof Error ? error.message : '';
}

describe('operations that do not match the schema are reported with file, line and column', () => {
  test('a field that the schema does not have, with a suggestion', async () => {
    const message = await problemsOf({ 'a.graphql': 'query A {\n  devices {\n    id nam\n  }\n}' });
    expect(message).toMatch(/a\.graphql:3:8: Cannot query field "nam" on type "Device"\. Did you mean "name"\?/);
  });

  test('a place in a TypeScript file', async () => {
    const code =
      "import { gql } from 'graphql-tag';\n\nexport const a = gql`\n  query A {\n    devices { nam }\n  }\n`;\n";
    const message = await withFiles({ 'schema.graphql': schema, 'code.ts': code }, (folder) =>
      generateFrom({
        schema: join(folder, 'schema.graphql'),
        operations: join(folder, '*.ts'),
        output: 'out.ts',
      }).catch(String),
    );
    expect(message).toMatch(/code\.ts:5:15: Cannot query field "nam"/);
  });
});

describe('a schema that cannot be read is reported', () => {
  const files = { 'a.graphql': 'query A { devices { id } }' };
  const generateWith = (options: object) =>
    withFiles(files, (folder) =>
      generateFrom({ operations: join(folder, '*.graphql'), output: join(folder, 'out.ts'), ...options }),
    );

  test('no source is configured', async () => {
    await expect(generateWith({})).rejects.toThrow(/set CONTROL_API_URL to the base URL/);
  });

  test('both a server and a snapshot are set', async () => {
    await expect(generateWith({ schema: 'a', baseUrl: 'http://127.0.0.1' })).rejects.toThrow(/remove one of them/);
  });

  test('a mistyped option is refused: the generator would read the live schema in place of the snapshot', async () => {
    const mistyped: object = { schma: 'schema.graphql' };
    await expect(generateWith(mistyped)).rejects.toThrow('controlApiCodegen has no option `schma`: check its name.');
  });

  test('the snapshot is missing or invalid', async () => {
    await expect(generateWith({ schema: '/nowhere.graphql' })).rejects.toThrow(
      /The schema file \/nowhere.graphql cannot be read/,
    );
    await expect(
      withFiles({ ...files, 's.json': '{}' }, (folder) =>
        generateFrom({ schema: join(folder, 's.json'), operations: join(folder, '*.graphql'), output: 'out.ts' }),
      ),
    ).rejects.toThrow(/The schema in .*s\.json is invalid: It is JSON without an introspection result/);
  });

  test('the server cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((closed) => server.close(closed));
    await expect(generateWith({ baseUrl: `http://127.0.0.1:${port}` })).rejects.toThrow(/could not be read: http/);
  });
});

test('a missing config file is reported with what to do', async () => {
  await expect(generate('codegen.ts', { check: true, cwd: '/nowhere' })).rejects.toThrow(
    /The config file .*codegen.ts does not exist: run `npx control-api-sdk init`/,
  );
});
