import type { Drift } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { Comparison } from './comparison.ts';

/**
 * Generates code for the live schema in memory, checks a copy of the project with it, and adds to a drift what no longer compiles.
 *
 * @param command - The command that checks the code; empty for the compiler that is installed.
 * @throws {ExitError} with code 2 if there is no config of the generator.
 * @throws {ControlApiError} if the compiler or a generated file is missing.
 */
export async function compareCode(
  drift: Drift,
  command: string,
  { sources, config: { generator }, live, snapshot }: Pick<Comparison, 'sources' | 'config' | 'live' | 'snapshot'>,
  { cwd, env, signal, now }: Pick<CliIo, 'cwd' | 'env' | 'signal' | 'now'>,
): Promise<Drift> {
  if (generator === undefined)
    throw usageError(
      '`--code` needs the config of the generator: run `npx control-api-sdk init`, or name it with `--config`.',
    );
  const [{ checkCode }, { fillUnseen }, { generateTexts }, { isMadeAlike }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/fill-unseen.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
  ]);
  return checkCode({
    ...{ drift, operations: sources, snapshot, command, cwd, env, signal, now, isMadeAlike },
    live: fillUnseen(live, snapshot).schema,
    generate: (schema, definitions) => generateTexts(generator, schema, definitions, cwd),
  });
}
