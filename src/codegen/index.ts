import type { CodegenConfig } from '@graphql-codegen/cli';
import type { ControlApiCodegenOptions } from './codegen-options.ts';
import { lazyOperations } from './lazy-operations.ts';
import { lazySchema } from './lazy-schema.ts';
import { controlApiPreset } from './preset.ts';
import { schemaSource } from './schema-source.ts';

export { OperationsError } from '../graphql/operations-error.ts';
export type { ControlApiCodegenOptions, IntrospectableServer } from './codegen-options.ts';

/**
 * A plain GraphQL Code Generator config that turns your operations into typed, pageable documents:
 *
 * ```ts
 * import { controlApiCodegen } from 'control-api-sdk/codegen';
 *
 * export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated/control-api.ts' });
 * ```
 *
 * Nothing is read before the generator asks: the schema is introspected then, without a key and within 30 seconds.
 *
 * @throws {ConfigurationError} where both a server and a snapshot are named.
 */
export function controlApiCodegen(options: ControlApiCodegenOptions): CodegenConfig {
  return {
    schema: lazySchema(schemaSource(options, process.env)),
    documents: lazyOperations([options.operations].flat(), [options.output]),
    generates: { [options.output]: { preset: controlApiPreset(options) } },
  };
}
