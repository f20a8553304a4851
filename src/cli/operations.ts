import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ExitError, exitCodes } from './exit.ts';
import { writeText } from './files.ts';
import type { CliIo } from './io.ts';
import { knownName, readSchema } from './read-schema.ts';

interface Options {
  readonly all: boolean;
  readonly depth: number;
  readonly output: string;
  readonly dryRun: boolean;
  readonly schema?: string;
}

/** Adds `control-api operations`. */
export function registerOperations(program: Command, io: CliIo): void {
  program
    .command('operations')
    .description('Write operations for fields of the schema')
    .command('add')
    .description('Write a .graphql file for each field; existing files are kept')
    .argument('[path...]', 'a field, for example team.devices or mutation renameDevice')
    .option('--all', 'write one for every field of team; if the schema has no team, for every root field', false)
    .option('--depth <number>', 'how many levels of nested objects to select', depth, 2)
    .option('--output <folder>', 'the folder to write to', 'operations')
    .option('--dry-run', 'print the files instead of writing them', false)
    .option('--schema <file>', 'read this snapshot instead of the live schema')
    .action((words: readonly string[], options: Options) => add(words, options, io));
}

function depth(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9.');
}

async function add(words: readonly string[], options: Options, io: CliIo): Promise<void> {
  if (options.all === words.length > 0) {
    throw new ExitError(
      exitCodes.usage,
      'Pass either fields, such as team.devices or mutation renameDevice, or `--all`.',
    );
  }
  const { schema } = await readSchema(io, options.schema);
  const [{ everyPath, besideTeam }, { parsePaths }, { withUniqueNames, writeOperation }] = await Promise.all([
    import('../explorer/every-path.ts'),
    import('../explorer/path.ts'),
    import('../explorer/write-operation.ts'),
  ]);
  const paths = options.all ? everyPath(schema) : parsePaths(words);
  const operations = withUniqueNames(knownName(() => paths.map((path) => writeOperation(schema, path, options.depth))));

  if (options.dryRun) io.stdout.write(operations.map(({ text }) => text).join('\n'));
  else {
    const written = await filesByOperation(options.output, io);
    for (const { name, fileName, text } of operations) {
      const file = join(options.output, fileName);
      const other = written.get(name);
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
    import('../graphql/read-operations.ts'),
    import('../graphql/parse-operations.ts'),
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
