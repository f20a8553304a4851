import { plural } from '../../base/plural.ts';
import type { Style } from '../../explorer/style.ts';
import { snapshotFile } from '../../graphql/files/pull-command.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Command, command, commandGroup } from '../line/command.ts';
import { choiceOption, flag, numberOption, textOption, type ValuesOf } from '../line/option.ts';
import { knownName, readProjectSchema, readServiceSchema } from '../schema/read-schema.ts';
import { styler, type TextFormat } from '../terminal/colour.ts';
import { columnsOf } from '../terminal/table.ts';
import { json, visible } from '../terminal/visible.ts';

const viewOptions = {
  format: choiceOption('<format>', ['text', 'json'], 'the format', 'text'),
  schema: textOption('<file>', 'the snapshot (default: schema.graphql, else the live schema)'),
};
type ViewOptions = ValuesOf<typeof viewOptions>;

/** `control-api schema`. */
export const schemaCommand: Command = commandGroup('schema', 'Read and search the schema; no key is needed', [
  command({
    name: 'pull',
    summary: 'Write the live schema to a snapshot file, sorted for readable diffs',
    options: {
      output: textOption('<file>', 'the file to write, or - for standard output', snapshotFile),
      withKey: flag('send the API key to read the live schema'),
    },
    examples: [
      ['control-api schema pull', 'write schema.graphql: commit it'],
      ['control-api schema pull --output -', 'print it'],
    ],
    run: ({ options }, io) => pull(options, io),
  }),
  command({
    name: 'show',
    summary: 'Show a type, a field with its arguments, or the field at the end of a path',
    arguments: [
      {
        name: 'name',
        text: 'for example Device, Device.name, Mutation, team.devices or mutation renameDevice (default: Query)',
        optional: true,
        many: true,
        completes: 'names',
      },
    ],
    options: viewOptions,
    examples: [
      ['control-api schema show', 'the fields of the root'],
      ['control-api schema show team.devices', 'arguments, their shapes, and what it returns'],
    ],
    run: ({ words, options }, io) => show(words.length === 0 ? ['Query'] : words, options, io),
  }),
  command({
    name: 'search',
    summary: 'Find types, fields, arguments and enum values, best match first',
    arguments: [{ name: 'words', text: 'words of names or descriptions', many: true }],
    options: {
      limit: numberOption('<number>', { least: 1 }, 'show at most this many results', 20),
      ...viewOptions,
    },
    examples: [
      ['control-api schema search rename device', 'what renames a device'],
      ['control-api schema search status --schema schema.graphql', 'search the snapshot'],
    ],
    run: ({ words, options }, io) => search(words.join(' '), options, io),
  }),
]);

async function pull(
  { output, withKey }: { readonly output: string; readonly withKey: boolean },
  io: CliIo,
): Promise<undefined> {
  if (withKey) await (await import('../line/open-client.ts')).needKey(io);
  const { schema: live, source } = await readServiceSchema(io, { withKey });
  const [{ printSnapshot }, { writeSnapshot }] = await Promise.all([
    import('../../graphql/files/snapshot.ts'),
    import('../schema/write-snapshot.ts'),
  ]);
  const text = printSnapshot(live, source);
  if (output === '-') {
    io.stdout.write(text);
    return undefined;
  }
  const outcome = await writeSnapshot(output, text, { isNamed: output !== snapshotFile }, io);
  io.stderr.write(`${output}: ${outcome === 'unchanged' ? 'unchanged' : `written from ${source}`}\n`);
}

async function show(words: readonly string[], { format, schema: file }: ViewOptions, io: CliIo): Promise<undefined> {
  const { schema: read, file: from } = await readProjectSchema(io, file);
  const { lookUp } = await import('../../explorer/lookup.ts');
  const found = knownName(() => lookUp(read, words), from);
  if (format === 'json') {
    const { describe } = await import('../../explorer/describe.ts');
    io.stdout.write(`${json(describe(read, found), 2)}\n`);
    return;
  }
  const { showField, showType } = await import('../../explorer/show.ts');
  const { type, field, path } = found;
  const style = styleFor(io);
  const shown = io.compute(() => (field ? showField(read, type, field, style, path) : showType(read, type, style)));
  io.stdout.write(shown);
}

async function search(words: string, options: ViewOptions & { readonly limit: number }, io: CliIo): Promise<undefined> {
  const { schema: read } = await readProjectSchema(io, options.schema);
  const [{ searchSchema }, { showResults }] = await Promise.all([
    import('../../explorer/search.ts'),
    import('../../explorer/show-results.ts'),
  ]);
  const found = io.compute(() => searchSchema(read, words));
  if (found.length === 0)
    throw new ExitError(exitCodes.no, `No name or description in the schema matches “${words}”: try other words.`);
  const first = found.slice(0, options.limit);
  if (options.format === 'json') io.stdout.write(`${json(first, 2)}\n`);
  else io.stdout.write(showResults(first, styleFor(io)));
  const more = found.length - options.limit;
  if (more > 0) io.stderr.write(`${plural(more, 'more result')}: add a word, or pass \`--limit ${found.length}\`.\n`);
}

const widest = 100;

function styleFor(io: CliIo): Style {
  const style = styler(io);
  const as = (format: TextFormat) => (text: string) => style(format, text);
  return {
    columns: Math.min(columnsOf(io.stdout) ?? widest, widest),
    keyword: as('magenta'),
    name: as('bold'),
    type: as('cyan'),
    note: as('dim'),
    warning: as('yellow'),
    safe: visible,
  };
}
