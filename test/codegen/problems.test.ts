import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { OperationsError } from '../../src/codegen/index.ts';
import { generateFrom, generateText, withFiles } from './generate-text.ts';

const schema = `
enum Shade { LIGHT }
input AQueryVariables { a: Int }
type Device { id: ID!, name: String, shade: Shade }
type Query { devices(in: AQueryVariables): [Device!]! }
type Mutation { rename(id: ID!): Device }
type Subscription { renamed: Device }
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

  test('every place of every file at once', async () => {
    const message = await problemsOf({
      'a.graphql': 'query A { devices { x } }',
      'b.graphql': 'query B($unused: Int) { devices { ...Gone } }',
    });
    expect(message).toMatch(/a\.graphql:1:21: Cannot query field "x"/);
    expect(message).toMatch(/b\.graphql:1:9: Variable "\$unused" is never used/);
    expect(message).toMatch(/b\.graphql:1:38: Unknown fragment "Gone"/);
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

  test.each([
    ['an operation without a name', '\nquery { devices { id } }', /:2:1: This query has no name/],
    [
      'a subscription',
      'subscription S { renamed { id } }',
      /:1:1: S is a subscription, which the client does not support/,
    ],
    ['a part of a schema', 'type Device { id: ID }', /part of a schema|Unable to find/],
    ['a reserved word', 'query delete { devices { id } }', /:1:7: delete is a reserved word in JavaScript/],
  ])('%s', async (_what, operations, expected) => {
    await expect(generateText(schema, operations)).rejects.toThrow(expected);
  });
});

describe('names that collide are rejected with both places', () => {
  test('two operations with one name, even if they are equal', async () => {
    const text = 'query A { devices { id } }';
    const message = await problemsOf({ 'a.graphql': text, 'b.graphql': `\n${text}` });
    expect(message).toMatch(/a\.graphql:1:1: The operation A is also defined at .*b\.graphql:2:1/);
  });

  test('two fragments of one name', async () => {
    const message = await problemsOf({
      'a.graphql': 'fragment F on Device { id } query A { devices { ...F } }',
      'b.graphql': 'fragment F on Device { name }',
    });
    expect(message).toMatch(/a\.graphql:1:1: The fragment F is also defined at .*b\.graphql:1:1/);
  });

  test('a query and a mutation of one name', async () => {
    const message = await problemsOf('query A { devices { id } }\nmutation A { rename(id: 1) { id } }');
    expect(message).toMatch(/:1:1: The operation A is also defined at .*:2:1/);
  });

  test("an operation's variables and an input of the schema", async () => {
    const message = await problemsOf('query A($in: AQueryVariables) { devices(in: $in) { id } }');
    expect(message).toMatch(
      /:1:7: AQueryVariables would name the variables of query A and the input AQueryVariables \(the schema\)/,
    );
  });

  test('an operation and what the output itself declares', async () => {
    const message = await problemsOf('query TypedOperation { devices { id } }');
    expect(message).toMatch(/:1:7: TypedOperation would name the query TypedOperation and an import/);
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
