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

/** A state in which commands are printed: the files, the line, and the alternatives that its output names. */
interface Printed {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly line: string;
  readonly ways: readonly (readonly string[])[];
  /** The files that the message asks to correct first. */
  readonly corrected?: Readonly<Record<string, string>>;
  /** Whether the output is a terminal, where `check` asks for a reason. */
  readonly isTTY?: boolean;
}

const project = { 'package.json': '{ "type": "module" }', 'tsconfig.json': '{}' };
const typed = { ...project, 'codegen.ts': config, 'schema.graphql': sdl, 'operations/a.graphql': query('A', 'id') };
const { 'schema.graphql': _, ...unpulled } = typed;

const table: readonly Printed[] = [
  { what: 'a stale output', files: typed, line: 'generate --check', ways: [['generate']] },
  {
    what: 'a stale output of a named config',
    files: { ...typed, 'other.ts': config },
    line: 'generate --check --config other.ts',
    ways: [['generate --config other.ts']],
  },
  { what: 'no config', files: project, line: 'generate', ways: [['init']] },
  { what: 'no config and no operation', files: project, line: 'check', ways: [['init']] },
  {
    what: 'code without a config',
    files: { ...project, 'operations/a.graphql': query('A', 'id') },
    line: 'check --code',
    ways: [['init']],
  },
  {
    what: 'operations for the live schema, without a config',
    files: project,
    line: 'operations add team.devices',
    ways: [['init', 'schema pull', 'generate']],
  },
  {
    what: 'operations for the snapshot, without a config',
    files: { ...project, 'schema.graphql': live },
    line: 'operations add team.devices',
    ways: [['init', 'generate']],
  },
  { what: 'operations beside a config', files: typed, line: 'operations add team', ways: [['generate']] },
  { what: 'a missing snapshot', files: unpulled, line: 'generate', ways: [['schema pull']] },
  {
    what: 'a snapshot without a schema',
    files: { ...typed, 'schema.graphql': '' },
    line: 'generate',
    ways: [['schema pull']],
  },
  {
    what: 'an operation that is newer than the snapshot',
    files: { ...typed, 'b.graphql': query('B', 'label') },
    line: 'request b.graphql',
    ways: [['schema pull']],
  },
  {
    what: 'drift that breaks an operation',
    files: { ...typed, 'operations/a.graphql': query('A', 'id name') },
    line: 'check',
    ways: [['schema pull', 'generate'], ['check --accept Device.name --reason known']],
    corrected: { 'operations/a.graphql': query('A', 'id') },
    isTTY: true,
  },
  {
    what: 'drift that changes types',
    files: { ...typed, 'schema.graphql': sdl.replace('hasNextPage: Boolean!', 'hasNextPage: Boolean') },
    line: 'check --fail-on types',
    ways: [['schema pull', 'generate'], ['check --accept PageInfo.hasNextPage --reason known --fail-on types']],
    isTTY: true,
  },
  { what: 'a path to no list', files: project, line: 'list team.name', ways: [['schema show String']] },
];

const commandsIn = (text: string): readonly string[] =>
  [...text.replaceAll("'<why>'", 'known').matchAll(/npx control-api-sdk ([a-z](?:[\w ./-]*[\w-])?)/g)].map(
    ([, command = '']) => command.replace(/(?:, then|\. ).*/, ''),
  );

test.each(table)(
  'a printed command works in the state in which it is printed: $what: $line',
  async ({ files, line, ways, corrected = {}, isTTY = false }) => {
    const start = async () => {
      const folder = await folderWith(files);
      await linkPackages(folder.path);
      const around: Around = {
        ...{ cwd: folder.path, isTTY, answer: 'known' },
        env: { CONTROL_API_URL: service.url, CONTROL_API_KEY: service.key, NO_COLOR: '1' },
      };
      const { stdout, stderr } = await say(line, around);
      expect(commandsIn(stdout + stderr), stdout + stderr).toEqual(ways.flat());
      return { folder, around };
    };
    for (const commands of ways) {
      const { folder, around } = await start();
      await using _ = folder;
      if (!commands[0]?.startsWith('check --accept'))
        for (const [name, text] of Object.entries(corrected)) await writeFile(join(folder.path, name), text);
      for (const command of commands) {
        const { code, stdout, stderr } = await say(command, around);
        expect(code, `${command}: ${stdout}${stderr}`).toBe(0);
      }
    }
  },
);
