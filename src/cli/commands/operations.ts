import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DefinitionNode } from 'graphql';
import { configFileIn } from '../../codegen/config-file.ts';
import type { WrittenOperation } from '../../explorer/write-operation.ts';
import { usageError } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { type Command, command, commandGroup } from '../line/command.ts';
import { flag, orList, textOption } from '../line/option.ts';
import { operationsFolder } from '../schema/check-config.ts';
import { knownName, readProjectSchema } from '../schema/read-schema.ts';

interface Options {
  readonly all: boolean;
  readonly fields: string | undefined;
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
        text: 'a field, such as team.devices or mutation renameDevice',
        optional: true,
        many: true,
        completes: 'paths',
      },
    ],
    options: {
      all: flag('write one for every field of team; if the schema has no team, for every root field'),
      fields: textOption('<fields>', 'what to select, nested fields by path: id,a.b,a.* (default: a screenful)'),
      output: textOption('<folder>', 'the folder to write to', operationsFolder),
      dryRun: flag('print the files instead of writing them'),
      schema: textOption('<file>', 'the snapshot (default: schema.graphql, else the live schema)'),
    },
    examples: [
      ['control-api operations add team.devices', 'write operations/team-devices.graphql'],
      ['control-api operations add team.devices --fields id,name', 'only these fields'],
      ['control-api operations add --all --dry-run', 'print an operation for every field'],
    ],
    run: ({ words, options }, io) => add(words, options, io),
  }),
]);

async function add(words: readonly string[], options: Options, io: CliIo): Promise<undefined> {
  if (options.all === words.length > 0) {
    throw usageError('Pass either fields, such as team.devices or mutation renameDevice, or `--all`.');
  }
  const { schema, file: from } = await readProjectSchema(io, options.schema);
  const [{ everyPath, besideTeam }, { parsePaths }, { withUniqueNames, writeOperation }] = await Promise.all([
    import('../../explorer/every-path.ts'),
    import('../../explorer/path.ts'),
    import('../../explorer/write-operation.ts'),
  ]);
  const paths = options.all ? everyPath(schema) : parsePaths(words);
  const written = withUniqueNames(
    knownName(() => io.compute(() => paths.map((path) => writeOperation(schema, path, options.fields))), from),
  );

  if (options.dryRun) io.stdout.write(written.map(({ text }) => text).join('\n'));
  else {
    const { isListingOf } = await import('../../explorer/listing-operation.ts');
    const present = await definitionsIn(options.output, io);
    const added: string[] = [];
    for (const operation of written) {
      const { name, fileName, text } = operation;
      const file = join(options.output, fileName);
      const namesake = fileOf(present.find((it) => nameOf(it) === name));
      const listing = present.find((it) => isListingOf(it, operation) && nameOf(it) !== name);
      if (namesake !== undefined && resolve(io.cwd, namesake) !== resolve(io.cwd, file))
        io.stderr.write(`${name} already exists in ${namesake} and was kept.\n`);
      else if (listing !== undefined) io.stderr.write(keptListing(operation, listing));
      else if (await write(file, text, options.output !== operationsFolder, io)) added.push(name);
    }
    if (added.length > 0) io.stderr.write(nextStep(added, options.output, configFileIn(io.cwd)));
  }

  const left = options.all ? besideTeam(schema) : [];
  if (left.length > 0) {
    io.stderr.write(
      `Skipped: ${left.join(', ')}. The documentation names team as the root for integrations: pass other fields by name.\n`,
    );
  }
}

/** The operations in a folder: a generator accepts only one of a name. */
async function definitionsIn(folder: string, io: CliIo): Promise<readonly DefinitionNode[]> {
  if (!existsSync(resolve(io.cwd, folder))) return [];
  const [{ readOperationSources }, { parseDefinitions }] = await Promise.all([
    import('../../graphql/files/read-operations.ts'),
    import('../../graphql/parse-operations.ts'),
  ]);
  return parseDefinitions(await readOperationSources({ patterns: [folder], cwd: io.cwd }));
}

function nameOf(definition: DefinitionNode): string | undefined {
  return definition.kind === 'OperationDefinition' ? definition.name?.value : undefined;
}

function fileOf(definition: DefinitionNode | undefined): string | undefined {
  return definition?.loc?.source.name;
}

function keptListing({ path }: WrittenOperation, listing: DefinitionNode): string {
  const name = nameOf(listing) ?? 'An operation';
  return `${name} in ${fileOf(listing)} already lists ${path.names.join('.')} and was kept: add the fields that you need to it.\n`;
}

/** The next step after new operations: the generator exports a constant of each one's name. */
function nextStep(added: readonly string[], folder: string, config: string | undefined): string {
  const shown = added.slice(0, 3);
  const more = added.length - shown.length;
  const names = more > 0 ? `${shown.join(', ')} and ${more} more` : orList(shown).replace(' or ', ' and ');
  const init = config !== undefined ? '' : 'npx control-api-sdk init, then ';
  // The files of `init` read the default folder alone.
  const setting =
    folder === operationsFolder ? '' : `add ${folder} to the \`operations\` of ${config ?? 'its config'}, then `;
  return `Next: ${init}${setting}npx control-api-sdk generate. It exports ${names}.\n`;
}

/** Whether the file was written. */
async function write(file: string, text: string, isNamed: boolean, io: CliIo): Promise<boolean> {
  const isWritten = (await writeText(file, text, { overwrite: false, isNamed }, io)) === 'written';
  if (isWritten) io.stdout.write(`${file}\n`);
  else io.stderr.write(`${file} already exists and was kept.\n`);
  return isWritten;
}
