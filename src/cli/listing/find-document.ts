import { didYouMean } from '../../base/words.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { operationsOf } from '../project-config.ts';

export interface FoundDocument {
  readonly text: string;
  /** The name in messages: a file, `standard input` or `the argument`. */
  readonly origin: string;
}

/**
 * Finds the document that an argument means: `-` is standard input, and a text with `{` the document itself; else the file of that
 * name, or the operation of that name in the project with its fragments.
 *
 * @throws {ExitError} with code 2 if nothing has the name.
 */
export async function findDocument(
  word: string,
  config: () => Promise<ProjectConfig>,
  io: CliIo,
): Promise<FoundDocument> {
  if (word.trim() === '')
    throw usageError('The operation is empty: pass a file, `-` for standard input, the operation itself, or its name.');
  if (word === '-') return { text: await io.readStdin(), origin: 'standard input' };
  if (word.includes('{')) return { text: word, origin: 'the argument' };
  const text = await readIfPresent(word, io);
  if (text !== undefined) return { text, origin: word };
  if (!/^[_A-Za-z]\w*$/.test(word)) throw usageError(`The file ${word} cannot be read: check that it exists.`);
  return { text: await operationCalled(word, await config(), io), origin: word };
}

/** The texts of the named operations of the project. */
async function namedOperations(
  { operations: patterns, outputs: ignore }: ProjectConfig,
  { cwd }: Pick<CliIo, 'cwd'>,
): Promise<ReadonlyMap<string, string>> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const { readOperationSources, parseOperations, print } = await loadPeer(
    'Finding an operation by its name',
    ['graphql'],
    async () => ({
      ...(await import('../../graphql/files/read-operations.ts')),
      ...(await import('../../graphql/parse-operations.ts')),
      print: (await import('graphql')).print,
    }),
  );
  const sources = await readOperationSources({ patterns, cwd, ignore, mayBeMissing: true });
  const named = parseOperations(sources).filter(({ node }) => node.name !== undefined);
  return new Map(named.map(({ name, document }) => [name, `${print(document)}\n`]));
}

async function operationCalled(name: string, config: ProjectConfig, io: CliIo): Promise<string> {
  const where = operationsOf(config).join(', ');
  const operations = await namedOperations({ ...config, operations: operationsOf(config) }, io);
  const names = [...operations.keys()];
  if (names.length === 0) throw usageError(`There is no file ${name}, and no ${where} with operations: pass a file.`);
  const found = operations.get(name);
  if (found !== undefined) return found;
  const advice = didYouMean(name, names, `It has ${names.join(', ')}.`, '');
  throw usageError(`There is no file ${name}, and no operation of that name in ${where}. ${advice}`);
}
