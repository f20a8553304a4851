import { ownCommand } from '../../graphql/files/commands.ts';
import { type Command, command, flag, textOption, type ValuesOf } from '../command.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { visible } from '../terminal.ts';

const options = {
  config: textOption('<file>', 'the GraphQL Code Generator config (default: codegen.ts or .mjs)'),
  check: flag('write nothing; exit 1 if the output is stale'),
};

export const generateCommand: Command = command({
  name: 'generate',
  summary: 'Generate typed documents for your operations',
  options,
  examples: [
    ['control-api generate', 'write the output that the config names'],
    ['control-api generate --check', 'in CI: exit 1 if the output is stale'],
  ],
  run: ({ options: values }, io) => runGenerate(values, io),
});

async function runGenerate({ config, check }: ValuesOf<typeof options>, io: CliIo): Promise<number> {
  const [{ generate }, { configFileIn, configFiles }] = await Promise.all([
    import('../../codegen/generate.ts'),
    import('../../codegen/project-config.ts'),
  ]);
  const file = config ?? configFileIn(io.cwd) ?? configFiles[0];
  const { files, stale, warnings, unread } = await io
    .foreign(file, () => generate(file, { check, cwd: io.cwd }))
    .catch((error: unknown) => {
      // A config file may load another copy of the class, so the name decides.
      if (error instanceof Error && error.name === 'OperationsError') throw new ExitError('no', error.message);
      throw error;
    });
  for (const warning of warnings) io.stderr.write(`Warning: ${visible(warning)}\n`);
  if (stale.length > 0) throw new ExitError('no', staleMessage(stale, config, io.cwd));
  for (const written of files) io.stderr.write(check ? `${written} is up to date.\n` : `Generated ${written}.\n`);
  if (unread === undefined) return exitCodes.ok;
  io.stderr.write(check ? 'Checked against the snapshot alone.\n' : 'Generated from the snapshot alone.\n');
  throw unread;
}

function staleMessage(stale: readonly string[], config: string | undefined, cwd: string): string {
  const command = `${ownCommand(cwd)} generate${config === undefined ? '' : ` --config ${config}`}`;
  const files = stale.length === 1 ? `${stale[0]} is` : `${stale.join(', ')} are`;
  return `${files} stale: the operations, the schema or the output itself have changed. Run: ${command}`;
}
