import { plural } from '../../base/words.ts';
import { snapshotFile } from '../../graphql/files/snapshot.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { type Command, command, commandGroup } from '../line/command.ts';
import { choiceOption, flag, numberOption, textOption, type ValuesOf } from '../line/option.ts';
import { knownName, readProjectSchema, readServiceSchema } from '../schema/read-schema.ts';
import { table, tableStyle } from '../terminal/table.ts';
import { json, visible } from '../terminal/visible.ts';

const schemaOption = textOption('<file>', 'the snapshot (default: schema.graphql, else the live schema)');

const searchOptions = {
  limit: numberOption('<number>', { least: 1 }, 'show at most this many results', 20),
  format: choiceOption('<format>', ['text', 'json'], 'the format', 'text'),
  schema: schemaOption,
};

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
    summary: 'Show a type, or a field with its inputs and its result, as SDL',
    arguments: [
      {
        name: 'name',
        text: 'for example Device, Device.name, Mutation, team.devices or mutation renameDevice (default: Query)',
        optional: true,
        many: true,
        completes: 'names',
      },
    ],
    options: { schema: schemaOption },
    examples: [
      ['control-api schema show', 'the fields of the root'],
      ['control-api schema show team.devices', 'arguments, their types, and what it returns'],
    ],
    run: ({ words, options }, io) => show(words.length === 0 ? ['Query'] : words, options.schema, io),
  }),
  command({
    name: 'search',
    summary: 'Find types, fields, arguments and enum values by words',
    arguments: [{ name: 'words', text: 'words that a name or its description contains', many: true }],
    options: searchOptions,
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
  if (withKey) await (await import('../settings/open-client.ts')).needKey(io);
  const { schema: live, source } = await readServiceSchema(io, { withKey });
  const { isSchema, printSnapshot } = await import('../../graphql/print-sdl.ts');
  const text = printSnapshot(live, source);
  if (output === '-') {
    io.stdout.write(text);
    return undefined;
  }
  const mode = { overwrite: true, isNamed: output !== snapshotFile, replaces: ['a schema', isSchema] } as const;
  const outcome = await writeText(output, text, mode, io);
  io.stderr.write(`${output}: ${outcome === 'unchanged' ? 'unchanged' : `written from ${source}`}\n`);
}

async function show(words: readonly string[], file: string | undefined, io: CliIo): Promise<undefined> {
  const { schema, file: from } = await readProjectSchema(io, file);
  const [{ lookUp }, { showFound }] = await Promise.all([
    import('../../explorer/lookup.ts'),
    import('../../explorer/show.ts'),
  ]);
  const found = knownName(() => lookUp(schema, words), from);
  const shown = io.compute(() => showFound(schema, found));
  io.stdout.write(shown.split('\n').map(visible).join('\n'));
}

async function search(words: string, options: ValuesOf<typeof searchOptions>, io: CliIo): Promise<undefined> {
  const { schema } = await readProjectSchema(io, options.schema);
  const { searchSchema } = await import('../../explorer/search.ts');
  const found = io.compute(() => searchSchema(schema, words));
  if (found.length === 0)
    throw new ExitError(exitCodes.no, `No name or description in the schema contains “${words}”: try other words.`);
  const first = found.slice(0, options.limit);
  if (options.format === 'json') io.stdout.write(`${json(first, 2)}\n`);
  else {
    const rows = first.map(({ kind, place, name, type, description, deprecated }) => [
      deprecated ? 'deprecated' : kind,
      kind === 'argument' ? `${place}(${name}: ${type})` : place + (type && `: ${type}`),
      description.replace(/\s+/g, ' ').trim(),
    ]);
    io.stdout.write(table(['KIND', 'PLACE', 'DESCRIPTION'], rows, tableStyle(io)));
  }
  const more = found.length - options.limit;
  if (more > 0) io.stderr.write(`${plural(more, 'more result')}: add a word, or pass \`--limit ${found.length}\`.\n`);
}
