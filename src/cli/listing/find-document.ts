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
export async function findDocument(word: string, config: ProjectConfig, io: CliIo): Promise<FoundDocument> {
  if (word.trim() === '')
    throw usageError('The operation is empty: pass a file, `-` for standard input, the operation itself, or its name.');
  if (word === '-') return { text: await io.readStdin(), origin: 'standard input' };
  if (word.includes('{')) return { text: word, origin: 'the argument' };
  const text = await readIfPresent(word, io);
  if (text !== undefined) return { text, origin: word };
  if (!/^[_A-Za-z]\w*$/.test(word)) throw usageError(`The file ${word} cannot be read: check that it exists.`);
  return { text: await operationCalled(word, config, io), origin: word };
}

async function operationCalled(name: string, config: ProjectConfig, { cwd }: CliIo): Promise<string> {
  const patterns = operationsOf(config);
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
  const sources = await readOperationSources({ patterns, cwd, ignore: config.outputs, mayBeMissing: true });
  const named = parseOperations(sources).filter(({ node }) => node.name !== undefined);
  const where = patterns.join(', ');
  if (named.length === 0) throw usageError(`There is no file ${name}, and no ${where} with operations: pass a file.`);
  const found = named.findLast((it) => it.name === name);
  if (found !== undefined) return `${print(found.document)}\n`;
  const names = named.map((it) => it.name);
  const advice = didYouMean(name, names, `It has ${names.join(', ')}.`, '');
  throw usageError(`There is no file ${name}, and no operation of that name in ${where}. ${advice}`);
}
