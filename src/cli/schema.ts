import type { Command } from 'commander';
import type { Style } from '../explorer/style.ts';
import { styler, type TextFormat } from './colour.ts';
import { ExitError, exitCodes } from './exit.ts';
import { writeText } from './files.ts';
import type { CliIo } from './io.ts';
import { knownName, readSchema } from './read-schema.ts';
import { visible } from './render.ts';
import { wholeNumber } from './whole-number.ts';

const fileOption = ['--schema <file>', 'read this snapshot instead of the live schema'] as const;

/** Adds `control-api schema`. */
export function registerSchema(program: Command, io: CliIo): void {
  const schema = program.command('schema').description('Read and search the schema; no key is needed');
  schema
    .command('pull')
    .description('Write the live schema to a snapshot file, sorted for readable diffs')
    .option('--output <file>', 'the file to write, or - for standard output', 'schema.graphql')
    .action((options: { readonly output: string }) => pull(options.output, io));
  schema
    .command('show')
    .description('Show a type, a field with its arguments, or the field at the end of a path')
    .argument('[name...]', 'for example Device, Device.name, Mutation, team.devices or mutation renameDevice', [
      'Query',
    ])
    .option(...fileOption)
    .action((words: readonly string[], options: { readonly schema?: string }) => show(words, options.schema, io));
  schema
    .command('search')
    .description('Find types, fields, arguments and enum values, best match first')
    .argument('<words...>', 'words of names or descriptions')
    .option('--limit <number>', 'show at most this many results', wholeNumber(1), 20)
    .option(...fileOption)
    .action((words: readonly string[], options: { readonly schema?: string; readonly limit: number }) =>
      search(words.join(' '), options, io),
    );
}

async function pull(output: string, io: CliIo): Promise<void> {
  const { schema, source } = await readSchema(io);
  const { printSnapshot } = await import('../graphql/snapshot.ts');
  const text = printSnapshot(schema, source);
  if (output === '-') return io.stdout.write(text);
  const outcome = await writeText(output, text, { overwrite: true }, io);
  io.stderr.write(`${output}: ${outcome === 'unchanged' ? 'unchanged' : `written from ${source}`}\n`);
}

async function show(words: readonly string[], file: string | undefined, io: CliIo): Promise<void> {
  const { schema } = await readSchema(io, file);
  const [{ lookUp }, { showField, showType }] = await Promise.all([
    import('../explorer/lookup.ts'),
    import('../explorer/show.ts'),
  ]);
  const { type, field, path } = knownName(() => lookUp(schema, words));
  const style = styleFor(io);
  io.stdout.write(field ? showField(schema, type, field, style, path) : showType(schema, type, style));
}

async function search(words: string, options: { schema?: string; limit: number }, io: CliIo): Promise<void> {
  const { schema } = await readSchema(io, options.schema);
  const [{ searchSchema }, { showResults }] = await Promise.all([
    import('../explorer/search.ts'),
    import('../explorer/show-results.ts'),
  ]);
  const found = searchSchema(schema, words);
  if (found.length === 0)
    throw new ExitError(exitCodes.no, `No name or description in the schema matches “${words}”: try other words.`);
  io.stdout.write(showResults(found.slice(0, options.limit), styleFor(io)));
  const more = found.length - options.limit;
  if (more > 0)
    io.stderr.write(
      `${more} more ${more === 1 ? 'result' : 'results'}: add a word, or pass \`--limit ${found.length}\`.\n`,
    );
}

const widest = 100;

function styleFor(io: CliIo): Style {
  const style = styler(io);
  const as = (format: TextFormat) => (text: string) => style(format, text);
  return {
    columns: Math.min(io.stdout.columns ?? widest, widest),
    keyword: as('magenta'),
    name: as('bold'),
    type: as('cyan'),
    note: as('dim'),
    warning: as('yellow'),
    safe: visible,
  };
}
