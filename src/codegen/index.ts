import type { CodegenConfig } from '@graphql-codegen/cli';
import type { ControlApiCodegenOptions } from './codegen-options.ts';
import { lazyOperations } from './lazy-operations.ts';
import { lazySchema } from './lazy-schema.ts';
import { controlApiPreset } from './preset.ts';

export { OperationsError } from '../graphql/operations-error.ts';
export type { ControlApiCodegenOptions, IntrospectableServer } from './codegen-options.ts';

/**
 * Makes a GraphQL Code Generator config that turns your operations into typed, pageable documents:
 *
 * ```ts
 * import { controlApiCodegen } from 'control-api-sdk/codegen';
 *
 * export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated/control-api.ts' });
 * ```
 *
 * The schema and the operations are read when the generator runs. Introspection needs no key and has a timeout of 30
 * seconds.
 *
 * @throws {ConfigurationError} if both `baseUrl` and `schema` are set.
 */
export function controlApiCodegen(options: ControlApiCodegenOptions): CodegenConfig {
  return {
    schema: lazySchema(options, process.env),
    documents: lazyOperations([options.operations].flat(), [options.output]),
    generates: {
      [options.output]: {
        preset: controlApiPreset(options),
        // The preset has the options; here, other commands and tools can read them.
        config: { scalars: options.scalars ?? {}, openEnums: options.openEnums ?? false },
      },
    },
  };
}
