import { configFileIn, configFiles } from '../../codegen/config-file.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Command, command } from '../line/command.ts';
import { flag, textOption } from '../line/option.ts';
import { visible } from '../terminal/visible.ts';

interface Options {
  readonly config: string | undefined;
  readonly check: boolean;
  readonly watch: boolean;
}

/** `control-api generate`. */
export const generateCommand: Command = command({
  name: 'generate',
  summary: 'Generate typed documents for your operations',
  options: {
    config: textOption('<file>', 'the GraphQL Code Generator config (default: codegen.ts or .mjs)'),
    check: { ...flag('write nothing; exit 1 if the output is stale'), excludes: { watch: 'pass one of them' } },
    watch: flag('generate again when an operation changes; stop with Ctrl-C'),
  },
  examples: [
    ['control-api generate', 'write the output that the config names'],
    ['control-api generate --check', 'in CI: exit 1 if the output is stale'],
  ],
  run: ({ options }, io) => runGenerate(options, io),
});

async function runGenerate(options: Options, io: CliIo): Promise<undefined> {
  const { generate: generateFiles } = await import('../../codegen/generate.ts');
  if (!options.watch) {
    await generateOnce(options, io, generateFiles);
    return;
  }
  const [{ watchFiles }, { problemOf }, { reportProblem }] = await Promise.all([
    import('../../codegen/watch-files.ts'),
    import('../problem.ts'),
    import('../terminal/report-problem.ts'),
  ]);
  const { operations, files } = await generateOnce(options, io, generateFiles);
  await watchFiles({
    patterns: operations,
    outputs: files,
    cwd: io.cwd,
    signal: io.signal,
    ready: () => io.stderr.write(`Watching ${operations.join(', ')}. Press Ctrl-C to stop.\n`),
    changed: async () => {
      try {
        await generateOnce(options, io, generateFiles);
      } catch (error) {
        // An outage, or a file that is half written, passes.
        if ((await problemOf(error)).code === 'crash') throw error;
        await reportProblem(error, { asJson: false, verbose: false }, io);
      }
    },
  });
}

type Generate = typeof import('../../codegen/generate.ts').generate;

async function generateOnce({ config, check }: Options, io: CliIo, generateFiles: Generate): ReturnType<Generate> {
  const file = config ?? configFileIn(io.cwd) ?? configFiles[0];
  const generated = await generateFiles(file, { check, cwd: io.cwd }).catch((error: unknown) => {
    throw explain(error);
  });
  for (const warning of generated.warnings) io.stderr.write(`Warning: ${visible(warning)}\n`);
  if (generated.stale.length > 0) throw new ExitError(exitCodes.no, staleMessage(generated.stale, config));
  for (const file of generated.files) io.stderr.write(check ? `${file} is up to date.\n` : `Generated ${file}.\n`);
  return generated;
}

function staleMessage(stale: readonly string[], config: string | undefined): string {
  const command = `npx control-api-sdk generate${config === undefined ? '' : ` --config ${config}`}`;
  const files = stale.length === 1 ? `${stale[0]} is` : `${stale.join(', ')} are`;
  return `${files} stale: the operations or the schema have changed. Run: ${command}`;
}

/** A config file may load another copy of the error classes than this command, so they are recognised by name. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'OperationsError') return new ExitError(exitCodes.no, error.message);
  return error;
}
