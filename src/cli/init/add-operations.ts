import { join, resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { orList } from '../../base/words.ts';
import { configFileIn, otherConfigIn } from '../../codegen/project-config.ts';
import { ownCommand } from '../../graphql/files/commands.ts';
import { readOperationSources } from '../../graphql/files/read-operations.ts';
import { parseDefinitions, parseOperations } from '../../graphql/parse-operations.ts';
import { findWarnings } from '../../graphql/selections/operation-warnings.ts';
import { besideTeam, everyPath } from '../../operations/every-path.ts';
import { parsePaths, pathText } from '../../operations/path.ts';
import { type WrittenOperation, withUniqueNames, writeOperation } from '../../operations/write-operation.ts';
import { exitCodes, usageError } from '../exit.ts';
import { readIfPresent, writeNew, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { folderForOperations, readProjectConfig } from '../project-config.ts';
import { readProjectSchema } from '../read-schema.ts';
import { devicesOperation } from './init-files.ts';

export interface AddOptions {
  readonly all: boolean;
  readonly fields: string | undefined;
  readonly dryRun: boolean;
}

export async function addOperations(
  words: readonly string[],
  { all, fields, dryRun }: AddOptions,
  io: CliIo,
): Promise<number> {
  if (all === words.length > 0)
    throw usageError('Pass either fields, such as team.devices or mutation renameDevice, or `--all`.');
  const config = await readProjectConfig(io);
  const { schema, file } = await readProjectSchema(io, { config });
  const paths = all ? everyPath(schema) : parsePaths(words);
  const every = withUniqueNames(io.compute(() => paths.map((path) => writeOperation(schema, path, fields))));
  const warned = all ? namesOfWarned(every, schema) : new Set<string>();
  const written = every.filter(({ name }) => !warned.has(name));
  if (dryRun) io.stdout.write(written.map(({ text }) => text).join('\n'));
  else await writeAll(written, folderForOperations(config), file === undefined, io);
  const cut = paths.filter((_, index) => warned.has(every[index]?.name ?? ''));
  if (cut.length > 0)
    io.stderr.write(
      `Skipped: ${cut.map(pathText).join(', ')}. What they give may be a part of a list: pass them by name, and say in the file why it is enough.\n`,
    );
  const left = all ? besideTeam(schema) : [];
  if (left.length > 0)
    io.stderr.write(
      `Skipped: ${left.join(', ')}. The documentation names team as the root for integrations: pass other fields by name.\n`,
    );
  return exitCodes.ok;
}

/** The names of the queries that may read only a part of a list, which `generate` warns of. */
function namesOfWarned(operations: readonly WrittenOperation[], schema: GraphQLSchema): ReadonlySet<string> {
  const queries = operations.filter(({ kind }) => kind === 'query');
  const parsed = parseOperations(queries.map(({ fileName: file, text }) => ({ file, text })));
  return new Set(findWarnings(schema, parsed, schema.getTypeMap()).map(({ operation }) => operation));
}

/** Writes the operations whose names are not yet in the folder: a generator accepts each name once. */
async function writeAll(
  operations: readonly WrittenOperation[],
  folder: string,
  isLive: boolean,
  io: CliIo,
): Promise<void> {
  const present = parseDefinitions(await readOperationSources({ patterns: [folder], cwd: io.cwd, mayBeMissing: true }));
  const added: string[] = [];
  for (const operation of operations) {
    const { name, fileName, text } = operation;
    const file = join(folder, fileName);
    const namesake = present.find((it) => it.kind === 'OperationDefinition' && it.name?.value === name)?.loc?.source
      .name;
    if (namesake !== undefined && resolve(io.cwd, namesake) !== resolve(io.cwd, file))
      io.stderr.write(`${name} already exists in ${namesake} and was kept.\n`);
    // `init` wrote this file without the schema, and nobody has changed it.
    else if ((await readIfPresent(file, io)) === devicesOperation) {
      await writeText(file, text, { overwrite: true }, io);
      io.stdout.write(`${file}\n`);
      added.push(name);
    } else if (await writeNew(file, text, false, io)) added.push(name);
  }
  if (added.length > 0) io.stderr.write(nextStep(added, isLive, io.cwd));
}

function nextStep(added: readonly string[], isLive: boolean, cwd: string): string {
  const [usual, other] = [configFileIn(cwd), otherConfigIn(cwd)];
  const shown = added.slice(0, 3);
  const more = added.length - shown.length;
  const names = more > 0 ? `${shown.join(', ')} and ${more} more` : orList(shown).replace(' or ', ' and ');
  const named = usual === undefined && other !== undefined ? ` --config ${other}` : '';
  // The config that `init` writes reads the snapshot.
  const pull = isLive ? `${ownCommand(cwd)} schema pull, then ` : '';
  const init = (usual ?? other) !== undefined ? '' : `${ownCommand(cwd)} init, then ${pull}`;
  return `Next: ${init}${ownCommand(cwd)} generate${named}. It exports ${names}.\n`;
}
