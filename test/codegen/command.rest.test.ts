import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ended, start } from '../helpers/cli.ts';
import { say } from '../helpers/cli-in-process.ts';
import { withFiles } from './generate-text.ts';

const operation = 'query Devices {\n  devices {\n    id\n    name\n  }\n}\n';
const code =
  "import { gql } from 'graphql-tag';\n\nexport const a = gql`\n  query InCode {\n    devices { id }\n  }\n`;\n";
const files = {
  'operations/a.graphql': operation,
  'src/code.ts': code,
  'api/schema.graphql': 'type Device { id: ID!, name: String } type Query { devices: [Device!]! }',
  'codegen.ts': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: 'api/schema.graphql', operations: ['operations', 'src/*.ts'], output: 'src/generated/out.ts' });`,
};

test('the generator alone, run on the same config, writes the same', () =>
  withFiles(files, async (folder) => {
    await say('generate', { cwd: folder });
    const ours = await readFile(join(folder, 'src/generated/out.ts'), 'utf8');
    await rm(join(folder, 'src/generated/out.ts'));
    const generator = resolve('node_modules/.bin/graphql-codegen');
    const end = await ended(start(generator, ['--config', 'codegen.ts'], {}, folder));
    expect(end).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'src/generated/out.ts'), 'utf8')).toBe(ours);
    expect(await ended(start(generator, ['--config', 'codegen.ts', '--check'], {}, folder))).toMatchObject({
      code: 0,
    });
  }));

test.each([
  ['that is no GraphQL', 'query A { device {', /operations\/a\.graphql:1:\d+: Syntax Error/],
  ['that the schema rejects', 'query A { nope }', /operations\/a\.graphql:1:\d+: Cannot query field "nope"/],
])('the generator alone names the place of an operation %s once', (_, text, place) =>
  withFiles({ ...files, 'operations/a.graphql': text }, async (folder) => {
    const generator = resolve('node_modules/.bin/graphql-codegen');
    // In a test, the generator is silent.
    const env = { NODE_ENV: 'development' };
    const { code, stdout, stderr } = await ended(start(generator, ['--config', 'codegen.ts'], env, folder));
    expect(code).toBe(1);
    expect(stderr).toMatch(place);
    expect(`${stdout}${stderr}`.split('operations/a.graphql:1:')).toHaveLength(2);
  }),
);
