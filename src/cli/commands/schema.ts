import { type Command, command, commandGroup, flag, textOption } from '../command.ts';
import { exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { visible } from '../terminal.ts';

export const schemaCommand: Command = commandGroup('schema', 'Read the schema; no key is needed', [
  command({
    name: 'pull',
    summary: 'Write the live schema to a snapshot file, sorted for readable diffs',
    options: {
      output: textOption('<file>', 'the file to write, or - for standard output (default: the snapshot)'),
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
    summary: 'Show a type, or one of its fields, as SDL',
    arguments: [
      {
        name: 'name',
        text: 'a type or field, such as Device or Device.name (default: the query root)',
        optional: true,
      },
    ],
    examples: [
      ['control-api schema show', 'the fields of the root'],
      ['control-api schema show Team.devices', 'one field: its arguments and what it returns'],
    ],
    run: ({ words: [name] }, io) => show(name, io),
  }),
]);

async function pull(
  { output: named, withKey }: { readonly output: string | undefined; readonly withKey: boolean },
  io: CliIo,
): Promise<number> {
  const { writeText } = await import('../files.ts');
  const { readProjectConfig, snapshotOf } = await import('../project-config.ts');
  const { readServiceSchema } = await import('../read-schema.ts');
  if (withKey) (await import('../settings.ts')).needKey(io);
  const output = named ?? snapshotOf(await readProjectConfig(io));
  const { schema: live, source } = await readServiceSchema(io, { withKey });
  const { isSchema, printSnapshot } = await import('../../graphql/print-sdl.ts');
  const text = printSnapshot(live, source);
  if (output === '-') {
    io.stdout.write(text);
    return exitCodes.ok;
  }
  const mode = { overwrite: true, isNamed: named !== undefined, replaces: ['a schema', isSchema] } as const;
  const outcome = await writeText(output, text, mode, io);
  io.stderr.write(`${output}: ${outcome === 'unchanged' ? 'unchanged' : `written from ${source}`}\n`);
  return exitCodes.ok;
}

async function show(name: string | undefined, io: CliIo): Promise<number> {
  const { readProjectSchema } = await import('../read-schema.ts');
  const { schema } = await readProjectSchema(io);
  const { showName } = await import('../../operations/show.ts');
  const root = schema.getQueryType()?.name ?? 'Query';
  const shown = io.compute(() => showName(schema, name ?? root));
  io.stdout.write(shown.split('\n').map(visible).join('\n'));
  return exitCodes.ok;
}
