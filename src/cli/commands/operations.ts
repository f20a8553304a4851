import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, command, commandGroup } from '../command.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { flag, numberOption, textOption } from '../option.ts';
import { chooseSchema, knownName } from '../read-schema.ts';

interface Options {
  readonly all: boolean;
  readonly depth: number;
  readonly output: string;
  readonly dryRun: boolean;
  readonly schema: string | undefined;
}

/** `control-api operations`. */
export const operationsCommand: Command = commandGroup('operations', 'Write operations for fields of the schema', [
  command({
    name: 'add',
    summary: 'Write a .graphql file for each field; existing files are kept',
    arguments: [
      {
        name: 'path',
        text: 'a field, for example team.devices or mutation renameDevice',
        optional: true,
        many: true,
      },
    ],
    options: {
      all: flag('write one for every field of team; if the schema has no team, for every root field'),
      depth: numberOption('<number>', { least: 1, most: 9 }, 'how many levels of nested objects to select', 2),
      output: textOption('<folder>', 'the folder to write to', 'operations'),
      dryRun: flag('print the files instead of writing them'),
      schema: textOption('<file>', 'read this snapshot instead of the live schema'),
    },
    examples: [
      ['control-api operations add team.devices', 'write operations/team-devices.graphql'],
      ['control-api operations add --all --dry-run', 'print an operation for every field'],
    ],
    run: ({ words, options }, io) => add(words, options, io),
  }),
]);

async function add(words: readonly string[], options: Options, io: CliIo): Promise<undefined> {
  if (options.all === words.length > 0) {
    throw new ExitError(
      exitCodes.usage,
      'Pass either fields, such as team.devices or mutation renameDevice, or `--all`.',
    );
  }
  const { schema } = await chooseSchema(io, options.schema);
  const [{ everyPath, besideTeam }, { parsePaths }, { withUniqueNames, writeOperation }] = await Promise.all([
    import('../../explorer/every-path.ts'),
    import('../../explorer/path.ts'),
    import('../../explorer/write-operation.ts'),
  ]);
  const paths = options.all ? everyPath(schema) : parsePaths(words);
  const written = withUniqueNames(knownName(() => paths.map((path) => writeOperation(schema, path, options.depth))));

  if (options.dryRun) io.stdout.write(written.map(({ text }) => text).join('\n'));
  else {
    const present = await filesByOperation(options.output, io);
    for (const { name, fileName, text } of written) {
      const file = join(options.output, fileName);
      const other = present.get(name);
      if (other !== undefined && resolve(io.cwd, other) !== resolve(io.cwd, file))
        io.stderr.write(`${name} already exists in ${other} and was kept.\n`);
      else await write(file, text, io);
    }
  }

  const left = options.all ? besideTeam(schema) : [];
  if (left.length > 0) {
    io.stderr.write(
      `Skipped: ${left.join(', ')}. The documentation names team as the root for integrations: pass other fields by name.\n`,
    );
  }
}

/** The file of each operation in a folder: a generator accepts only one operation of a name. */
async function filesByOperation(folder: string, io: CliIo): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(resolve(io.cwd, folder))) return new Map();
  const [{ readOperationSources }, { parseDefinitions }] = await Promise.all([
    import('../../graphql/read-operations.ts'),
    import('../../graphql/parse-operations.ts'),
  ]);
  const definitions = parseDefinitions(await readOperationSources({ patterns: [folder], cwd: io.cwd }));
  return new Map(
    definitions.flatMap(({ kind, name, loc }) =>
      kind === 'OperationDefinition' && name && loc ? [[name.value, loc.source.name] as const] : [],
    ),
  );
}

async function write(file: string, text: string, io: CliIo): Promise<void> {
  const outcome = await writeText(file, text, { overwrite: false }, io);
  if (outcome === 'written') io.stdout.write(`${file}\n`);
  else io.stderr.write(`${file} already exists and was kept.\n`);
}
