import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { type Around, folderWith, say } from '../helpers/cli-in-process.ts';
import { linkPackages } from '../helpers/linked-packages.ts';

const sdl = `type Query { team: Team! }
type Team { name: String devices(first: Int, after: String): DeviceConnection! }
type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Device { id: ID! name: String }
type Mutation { team: TeamWrites } type TeamWrites { rename(name: String!): Boolean }
`;
/** The live schema has drifted: a field has another name. */
const live = sdl.replace('type Device { id: ID! name: String }', 'type Device { id: ID! label: String }');
const config = `import { controlApiCodegen } from 'control-api-sdk/codegen';
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations/*.graphql', output: 'src/out.ts' });
`;
const query = (name: string, field: string) =>
  `query ${name} { team { devices(first: 9) { nodes { ${field} } pageInfo { hasNextPage } } } }\n`;
const service = await startEmulator({ schema: live });
afterAll(() => service.close());

/** A state in which commands are printed: the line, the files, and the alternatives that the output names. */
type Printed = [
  what: string,
  line: string,
  files: Readonly<Record<string, string>>,
  ways: readonly (readonly string[])[],
  more?: {
    /** The files that the message asks to correct first. */
    readonly corrected?: Readonly<Record<string, string>>;
    /** Whether the output is a terminal, where `check` asks for a reason. */
    readonly isTTY?: boolean;
  },
];

const project = { 'package.json': '{ "type": "module" }', 'tsconfig.json': '{}' };
const typed = { ...project, 'codegen.ts': config, 'schema.graphql': sdl, 'operations/a.graphql': query('A', 'id') };
const { 'schema.graphql': _, ...unpulled } = typed;

const wider = { ...typed, 'schema.graphql': sdl.replace('hasNextPage: Boolean!', 'hasNextPage: Boolean') };
const accepted = 'check --accept PageInfo.hasNextPage --reason known --fail-on types';
const table: readonly Printed[] = [
  ['a stale output', 'generate --check', typed, [['generate']]],
  [
    'a stale output of a named config',
    'generate --check --config other.ts',
    { ...typed, 'other.ts': config },
    [['generate --config other.ts']],
  ],
  ['no config', 'generate', project, [['init']]],
  ['no config and no operation', 'check', project, [['init']]],
  ['code without a config', 'check --code', { ...project, 'operations/a.graphql': query('A', 'id') }, [['init']]],
  [
    'operations for the live schema, without a config',
    'operations add team.devices',
    project,
    [['init', 'schema pull', 'generate']],
  ],
  [
    'operations for the snapshot, without a config',
    'operations add team.devices',
    { ...project, 'schema.graphql': live },
    [['init', 'generate']],
  ],
  ['operations beside a config', 'operations add team', typed, [['generate']]],
  ['a missing snapshot', 'generate', unpulled, [['schema pull']]],
  ['a snapshot without a schema', 'generate', { ...typed, 'schema.graphql': '' }, [['schema pull']]],
  [
    'an operation that is newer than the snapshot',
    'request b.graphql',
    { ...typed, 'b.graphql': query('B', 'label') },
    [['schema pull']],
  ],
  [
    'drift that breaks an operation',
    'check',
    { ...typed, 'operations/a.graphql': query('A', 'id name') },
    [['schema pull', 'generate'], ['check --accept Device.name --reason known']],
    { corrected: { 'operations/a.graphql': query('A', 'id') }, isTTY: true },
  ],
  [
    'drift that changes types',
    'check --fail-on types',
    wider,
    [['schema pull', 'generate'], [accepted]],
    { isTTY: true },
  ],
  ['a path to no list', 'list team.name', project, [['schema show String']]],
];

const commandsIn = (text: string): readonly string[] =>
  [...text.replaceAll("'<why>'", 'known').matchAll(/npx control-api-sdk ([a-z](?:[\w ./-]*[\w-])?)/g)].map(
    ([, command = '']) => command.replace(/(?:, then|\. ).*/, ''),
  );

test.each(table)(
  'a printed command works in the state in which it is printed: %s: %s',
  async (_, line, files, ways, { corrected = {}, isTTY = false } = {}) => {
    for (const commands of ways) {
      await using folder = await folderWith(files);
      await linkPackages(folder.path);
      const around: Around = {
        ...{ cwd: folder.path, isTTY, answer: 'known' },
        env: { CONTROL_API_URL: service.url, CONTROL_API_KEY: service.key, NO_COLOR: '1' },
      };
      const { stdout, stderr } = await say(line, around);
      expect(commandsIn(stdout + stderr), stdout + stderr).toEqual(ways.flat());
      if (!commands[0]?.startsWith('check --accept'))
        for (const [name, text] of Object.entries(corrected)) await writeFile(join(folder.path, name), text);
      for (const command of commands) {
        const { code, stdout, stderr } = await say(command, around);
        expect(code, `${command}: ${stdout}${stderr}`).toBe(0);
      }
    }
  },
);
