import { howToBegin } from '../../codegen/config-file.ts';
import type { Drift } from '../../drift/index.ts';
import { clearLine } from '../defaults.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { visible } from '../terminal.ts';
import type { CheckedProject, ReadSchemas } from './read-project.ts';

/**
 * Generates code for the live schema in memory, checks copies of the project with it, and adds the compiler's errors to a drift.
 *
 * @param command - The command that checks the code; undefined for the installed compiler.
 * @throws {ExitError} with code 2 if there is no config of the generator.
 * @throws {ControlApiError} if the compiler or a generated file is missing.
 */
export async function compareCode(
  drift: Drift,
  command: string | undefined,
  { sources, config: { generator }, live, snapshot }: Omit<CheckedProject, 'accepted'> & ReadSchemas,
  io: CliIo,
): Promise<Drift> {
  if (generator === undefined)
    throw usageError(
      `\`--code${command === undefined ? '' : '-command'}\` needs the config of the generator: ${howToBegin(io.cwd)}, or name it with \`--config\`.`,
    );
  const [{ checkCode }, { withAbsentInputs }, { generateTexts }, { isMadeAlike }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/schema-changes.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
  ]);
  const { cwd, env, signal, now } = io;
  const { onRun, end } = progress(io);
  try {
    return await checkCode({
      ...{ drift, operations: sources, snapshot, command, cwd, env, signal, now, isMadeAlike, onRun },
      live: withAbsentInputs(live, snapshot),
      generate: (schema, definitions) => generateTexts(generator, schema, definitions, cwd),
    });
  } finally {
    end();
  }
}

/** Shows the current run of the checker in one line of a terminal, which is cleared at the end. */
function progress({ stderr, env, now }: CliIo) {
  if (!stderr.isTTY || env['TERM'] === 'dumb') return { onRun: () => {}, end: () => {} };
  let begun = now();
  return {
    onRun: (run: number, command: string): void => {
      const last = run === 1 ? '' : `; the last one took ${Math.ceil((now() - begun) / 1000)} s`;
      begun = now();
      stderr.write(`${clearLine}Your code: run ${run} of at most 3 of \`${visible(command)}\`${last}`);
    },
    end: () => stderr.write(clearLine),
  };
}
