import type { GraphQLSchema } from 'graphql';
import type { Drift, OperationSource } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { CheckConfig } from '../schema/check-config.ts';

/** The input of {@link compareCode}. */
export interface CodeComparison {
  readonly drift: Drift;
  /** The `tsconfig.json`; empty for the nearest. */
  readonly tsconfig: string;
  readonly sources: readonly OperationSource[];
  readonly config: CheckConfig;
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
}

/**
 * Generates code for the live schema in memory, compiles the project with it, and adds to a drift what no longer compiles.
 *
 * @throws {ExitError} with code 2 if there is no config of the generator.
 * @throws {ConfigurationError} if TypeScript, the project or a generated file is missing.
 */
export async function compareCode(comparison: CodeComparison, io: CliIo): Promise<Drift> {
  const { drift, tsconfig, sources, config, live, snapshot } = comparison;
  if (config.generator === undefined)
    throw usageError(
      '`--code` needs the config of the generator: run `npx control-api-sdk init`, or name it with `--config`.',
    );
  const { generator } = config;
  const [{ checkCode }, { fillUnseen }, { generateTexts }, { madeFrom }, { parseDefinitions }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/fill-unseen.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
    import('../../graphql/parse-operations.ts'),
  ]);
  const { cwd, signal } = io;
  return checkCode({
    ...{ drift, operations: sources, snapshot, tsconfig, cwd, signal },
    live: fillUnseen(live, snapshot).schema,
    generate: (schema, document) => generateTexts(generator, { cwd, schema, document }),
    ofSnapshot: async () => (snapshot === undefined ? () => true : madeFrom(snapshot, parseDefinitions(sources))),
  });
}
