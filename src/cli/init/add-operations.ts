import { join, resolve } from 'node:path';
import type { DefinitionNode } from 'graphql';
import { orList } from '../../base/words.ts';
import { configFileIn } from '../../codegen/config-file.ts';
import type { WrittenOperation } from '../../explorer/write-operation.ts';
import { usageError } from '../exit.ts';
import { readIfPresent, writeNew, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { folderForOperations, readProjectConfig } from '../project-config.ts';
import { readProjectSchema, withUsageErrors } from '../read-schema.ts';

/** How operations are added. */
export interface AddOptions {
  readonly all: boolean;
  readonly fields: string | undefined;
  readonly dryRun: boolean;
}

/** Writes an operation for each path, or for every field. */
export async function addOperations(
  words: readonly string[],
  { all, fields, dryRun }: AddOptions,
  io: CliIo,
): Promise<undefined> {
  if (all === words.length > 0)
    throw usageError('Pass either fields, such as team.devices or mutation renameDevice, or `--all`.');
  const config = await readProjectConfig(io);
  const { schema } = await readProjectSchema(io, { config });
  const [{ everyPath, besideTeam }, { parsePaths }, { withUniqueNames, writeOperation }] = await Promise.all([
    import('../../explorer/every-path.ts'),
    import('../../explorer/path.ts'),
    import('../../explorer/write-operation.ts'),
  ]);
  const paths = all ? everyPath(schema) : parsePaths(words);
  const written = withUniqueNames(
    withUsageErrors(() => io.compute(() => paths.map((path) => writeOperation(schema, path, fields)))),
  );
  if (dryRun) io.stdout.write(written.map(({ text }) => text).join('\n'));
  else await writeAll(written, folderForOperations(config), io);
  const left = all ? besideTeam(schema) : [];
  if (left.length > 0)
    io.stderr.write(
      `Skipped: ${left.join(', ')}. The documentation names team as the root for integrations: pass other fields by name.\n`,
    );
}

/** Writes the files of operations that the folder does not have: a generator accepts only one of a name. */
async function writeAll(operations: readonly WrittenOperation[], folder: string, io: CliIo): Promise<void> {
  const [{ readOperationSources }, { parseDefinitions }, { devicesOperation }] = await Promise.all([
    import('../../graphql/files/read-operations.ts'),
    import('../../graphql/parse-operations.ts'),
    import('./init-files.ts'),
  ]);
  const present = parseDefinitions(await readOperationSources({ patterns: [folder], cwd: io.cwd, mayBeMissing: true }));
  const added: string[] = [];
  for (const operation of operations) {
    const { name, fileName, text } = operation;
    const file = join(folder, fileName);
    const namesake = present.find((it) => nameOf(it) === name)?.loc?.source.name;
    if (namesake !== undefined && resolve(io.cwd, namesake) !== resolve(io.cwd, file))
      io.stderr.write(`${name} already exists in ${namesake} and was kept.\n`);
    // A file that `init` wrote before it knew the schema, and that nobody touched since.
    else if ((await readIfPresent(file, io)) === devicesOperation) {
      await writeText(file, text, { overwrite: true }, io);
      io.stdout.write(`${file}\n`);
      added.push(name);
    } else if (await writeNew(file, text, {}, io)) added.push(name);
  }
  if (added.length > 0) io.stderr.write(nextStep(added, configFileIn(io.cwd)));
}

function nameOf(definition: DefinitionNode): string | undefined {
  return definition.kind === 'OperationDefinition' ? definition.name?.value : undefined;
}

/** The next step after new operations: the generator exports a constant of each one's name. */
function nextStep(added: readonly string[], config: string | undefined): string {
  const shown = added.slice(0, 3);
  const more = added.length - shown.length;
  const names = more > 0 ? `${shown.join(', ')} and ${more} more` : orList(shown).replace(' or ', ' and ');
  const init = config !== undefined ? '' : 'npx control-api-sdk init, then ';
  return `Next: ${init}npx control-api-sdk generate. It exports ${names}.\n`;
}
