import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ControlApiCodegenOptions } from '../../src/codegen/index.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type Said, say } from '../helpers/cli-in-process.ts';
import { withFiles } from './generate-text.ts';

const schema = 'type Device { id: ID!, name: String } type Query { devices: [Device!]! }';
const operation = 'query Devices {\n  devices {\n    id\n    name\n  }\n}\n';
/** Installed packages, since the loader of a config and Node load two builds of graphql 17. */
const ofThePackage = resolve('dist/codegen.mjs');

/** A config file with these options. */
const configWith = (options: ControlApiCodegenOptions): string =>
  `import { controlApiCodegen } from ${JSON.stringify(ofThePackage)};
export default controlApiCodegen(${JSON.stringify(options)});`;

/** Runs `generate` with one operation against a server with `schema`. */
async function inProject(
  work: (project: { folder: string; emulator: Emulator; run: (...args: string[]) => Promise<Said> }) => Promise<void>,
): Promise<void> {
  await withFiles({ 'a.graphql': operation }, async (folder) => {
    await using emulator = await startEmulator({ schema });
    const options = { baseUrl: emulator.url, operations: `${folder}/*.graphql`, output: `${folder}/out.ts` };
    await writeFile(join(folder, 'codegen.ts'), configWith(options));
    const run = (...args: string[]) => say(['generate', '--config', join(folder, 'codegen.ts'), ...args]);
    await work({ folder, emulator, run });
  });
}

test('`generate` writes the output, and then finds it up to date', () =>
  inProject(async ({ folder, run }) => {
    const output = join(folder, 'out.ts');
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: `Generated ${output}.\n` });
    expect(await readFile(output, 'utf8')).toContain('export const Devices: TypedOperation<DevicesQuery');
    expect(await run('--check')).toEqual({ code: 0, stdout: '', stderr: `${output} is up to date.\n` });
  }));

test('a stale output is exit 1, with the file and the command to run, and is not touched', () =>
  inProject(async ({ folder, run }) => {
    const output = join(folder, 'out.ts');
    await writeFile(output, '// old\n');
    const { code, stdout, stderr } = await run('--check');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${output} is stale`);
    expect(stderr).toContain(`Run: npx control-api-sdk generate --config ${join(folder, 'codegen.ts')}\n`);
    expect(await readFile(output, 'utf8')).toBe('// old\n');
  }));

test.each([
  ['the ends of lines of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text: string) => `\ufeff${text}`],
])('an output with %s is up to date', (_what, change) =>
  inProject(async ({ folder, run }) => {
    const output = join(folder, 'out.ts');
    await run();
    await writeFile(output, change(await readFile(output, 'utf8')));
    expect(await run('--check')).toEqual({ code: 0, stdout: '', stderr: `${output} is up to date.\n` });
    await writeFile(output, change(`${await readFile(output, 'utf8')} `));
    expect((await run('--check')).code).toBe(1);
  }),
);

test('an operation that no longer matches is exit 1, with file, line, column and field, and writes nothing', () =>
  inProject(async ({ folder, run }) => {
    await writeFile(join(folder, 'a.graphql'), operation.replace('name', 'nam'));
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.graphql:4:5: Cannot query field "nam" on type "Device"/);
    expect(stderr).not.toMatch(/\n {4}at /);
    await expect(readFile(join(folder, 'out.ts'))).rejects.toThrow();
  }));

test('a server that cannot be reached is exit 3, with another message', () =>
  inProject(async ({ emulator, run }) => {
    await emulator.close();
    const { code, stdout, stderr } = await run('--check');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/could not be read: http/);
  }));

describe('in another folder than that of the process', () => {
  const code =
    "import { gql } from 'graphql-tag';\n\nexport const a = gql`\n  query InCode {\n    devices { id }\n  }\n`;\n";
  const files = {
    'operations/a.graphql': operation,
    'src/code.ts': code,
    'api/schema.graphql': schema,
    'codegen.ts': configWith({
      schema: 'api/schema.graphql',
      operations: ['operations', 'src/*.ts'],
      output: 'src/generated/out.ts',
    }),
  };

  /** Runs `generate`, and `check` against a service with this schema. */
  async function bothIn(cwd: string, sdl: string): Promise<readonly [generated: Said, checked: Said]> {
    await using emulator = await startEmulator({ schema: sdl });
    return [await say('generate', { cwd }), await say('check', { cwd, env: { CONTROL_API_URL: emulator.url } })];
  }

  test('the paths of the config, schema, operations and output are relative to the folder, also with --check', () =>
    withFiles(files, async (folder) => {
      expect(await say('generate', { cwd: folder })).toEqual({
        code: 0,
        stdout: '',
        stderr: 'Generated src/generated/out.ts.\n',
      });
      const text = await readFile(join(folder, 'src/generated/out.ts'), 'utf8');
      expect(text).toContain('export const Devices: ');
      expect(text).toContain('export const InCode: ');
      expect(await say('generate --check', { cwd: folder })).toMatchObject({ code: 0 });
      await writeFile(join(folder, 'src/generated/out.ts'), '// old\n');
      const stale = await say('generate --check', { cwd: folder });
      expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining('src/generated/out.ts is stale') });
    }));

  test('generate and check warn of a page that may be taken for the whole list, until a comment gives the reason', () => {
    const paged = `${schema} type DevicePage { nodes: [Device!]!, pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! }
      extend type Query { page(first: Int): DevicePage! }`;
    const text = 'query Page {\n  page(first: 500) { nodes { id } }\n}\n';
    const warning = 'operations/page.graphql:2:3 Page: Query.page has pages, and `pageInfo` is not selected';
    return withFiles({ ...files, 'api/schema.graphql': paged, 'operations/page.graphql': text }, async (folder) => {
      const [generated, checked] = await bothIn(folder, paged);
      expect(generated).toMatchObject({ code: 0, stderr: expect.stringContaining(`Warning: ${warning}`) });
      expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(`· ${warning}`) });
      await writeFile(join(folder, 'operations/page.graphql'), `# one page: a team has three\n${text}`);
      const [silent, quiet] = await bothIn(folder, paged);
      expect(silent.stderr).toBe('Generated src/generated/out.ts.\n');
      expect(quiet.stdout).not.toContain('pageInfo');
    });
  });

  test('generate and check warn once of unread user errors and of 64 bits, and generate of scalars without a type', () => {
    const refusing = `${schema} "An integer of 64 bits." scalar Money scalar Json scalar Long
      type Problem { message: String! } type Payload { price: Money, more: Json, size: Long, problems: [Problem!]! }
      type Mutation { sell(for: Money!): Payload! }`;
    const text =
      'mutation Sell($for: Money!) {\n  sell(for: $for) { price more size }\n}\nmutation Free { sell(for: 0) { price problems { message } } }\n';
    const warning = 'operations/sell.graphql:2:3 Sell: sell answers with `problems`, which is not selected';
    const large =
      "operations/sell.graphql:2:32 Sell: Long may hold integers beyond 2^53, which change without the client's option `largeIntegers`.";
    return withFiles({ ...files, 'api/schema.graphql': refusing, 'operations/sell.graphql': text }, async (folder) => {
      const [generated, checked] = await bothIn(folder, refusing);
      expect(generated.stderr.split('\n')).toEqual([
        expect.stringContaining(`Warning: ${warning}`),
        expect.stringMatching(/2:21 Sell: Money may hold integers beyond 2\^53/),
        `Warning: ${large}`,
        "Warning: Json, Long, Money have no TypeScript type and are `unknown`. Add to the options in your config, with the types that you know: scalars: { Json: 'unknown', Long: 'unknown', Money: 'unknown' }",
        'Generated src/generated/out.ts.',
        '',
      ]);
      expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(`· ${warning}`) });
      expect(checked.stdout.split(large)).toHaveLength(2);
    });
  });

  test('generate and check report one place for one error, in code too', () =>
    withFiles({ ...files, 'src/code.ts': code.replace('id', 'nam') }, async (folder) => {
      const [generated, checked] = await bothIn(folder, schema);
      expect(generated).toMatchObject({ code: 1, stderr: expect.stringContaining('src/code.ts:5:15: Cannot query') });
      expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining('src/code.ts:5:15') });
    }));
});

describe('a project with a config of another name', () => {
  const yaml = `schema: schema.graphql
documents: ['operations/*.graphql']
generates:
  out.ts:
    plugins: [typescript-operations]
`;
  const files = {
    'schema.graphql': schema,
    'operations/a.graphql': operation,
    'codegen.yml': yaml,
  };

  test.each(['generate', 'check --live schema.graphql --code'])(
    'a message says how to begin, and the advice works: %s',
    (line) =>
      withFiles(files, async (folder) => {
        await symlink(resolve('node_modules'), join(folder, 'node_modules'));
        const [command = '', ...others] = line.split(' ');
        const { code, stderr } = await say([command, ...others], { cwd: folder });
        expect(code).toBe(2);
        const [, option = ''] = /begin with `(--config codegen\.yml)`/.exec(stderr) ?? [];
        expect(option, stderr).not.toBe('');
        const begun = await say(`${command} ${command === 'check' ? '--live schema.graphql ' : ''}${option}`, {
          cwd: folder,
        });
        expect(begun.code, begun.stderr).toBe(0);
      }),
  );

  test.each(['.graphqlrc', '.graphqlrc.yml', 'graphql.config.ts'])('the message names %s, which is not read', (name) =>
    withFiles({ [name]: '' }, async (folder) => {
      for (const line of ['generate', 'check --live schema.graphql']) {
        const { code, stderr } = await say(line, { cwd: folder });
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining(`${name} is not read, so run \`npx control-api-sdk init\``),
        ]);
      }
    }),
  );
});

test('a subscription is left out by the pattern that the message names', () => {
  const configFor = (operations: readonly string[]) =>
    configWith({ schema: 'schema.graphql', operations, output: 'out.ts' });
  const files = {
    'schema.graphql': `${schema} type Subscription { devices: [Device!]! }`,
    'operations/a.graphql': operation,
    'operations/live.graphql': 'subscription Live { devices { id } }',
    'codegen.ts': configFor(['operations/*.graphql']),
  };
  return withFiles(files, async (folder) => {
    const { code, stderr } = await say('generate', { cwd: folder });
    const [, pattern = ''] = /Leave its file out by a pattern in `operations`: '(.*)'\./.exec(stderr) ?? [];
    expect([code, pattern]).toEqual([1, '!operations/live.graphql']);
    // Node caches a config file.
    await writeFile(join(folder, 'other.ts'), configFor(['operations/*.graphql', pattern]));
    expect(await say('generate --config other.ts', { cwd: folder })).toMatchObject({ code: 0 });
  });
});
