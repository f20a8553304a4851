import type { Drift } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { Comparison } from './comparison.ts';

/**
 * Generates code for the live schema in memory, compiles the project with it, and adds to a drift what no longer compiles.
 *
 * @throws {ExitError} with code 2 if there is no config of the generator.
 * @throws {ConfigurationError} if TypeScript, the project or a generated file is missing.
 */
export async function compareCode(
  drift: Drift,
  tsconfig: string,
  { sources, config: { generator }, live, snapshot }: Pick<Comparison, 'sources' | 'config' | 'live' | 'snapshot'>,
  { cwd, signal }: Pick<CliIo, 'cwd' | 'signal'>,
): Promise<Drift> {
  if (generator === undefined)
    throw usageError(
      '`--code` needs the config of the generator: run `npx control-api-sdk init`, or name it with `--config`.',
    );
  const [{ checkCode }, { fillUnseen }, { generateTexts }, { madeFrom }, { parseDefinitions }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/fill-unseen.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
    import('../../graphql/parse-operations.ts'),
  ]);
  return checkCode({
    ...{ drift, operations: sources, snapshot, tsconfig, cwd, signal },
    live: fillUnseen(live, snapshot).schema,
    generate: (schema, document) => generateTexts(generator, schema, document, cwd),
    ofSnapshot: async () => (snapshot === undefined ? () => true : madeFrom(snapshot, parseDefinitions(sources))),
  });
}
