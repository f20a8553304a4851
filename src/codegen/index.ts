import type { CodegenConfig } from '@graphql-codegen/cli';
import { ControlApiError } from '../index.ts';
import type { ControlApiCodegenOptions } from './codegen-options.ts';
import { documentsSetting, schemaSetting } from './loaders.ts';
import { controlApiPreset } from './preset.ts';

export { OperationsError } from '../graphql/operations-error.ts';
export type { ControlApiCodegenOptions, IntrospectableServer } from './codegen-options.ts';

/** The config of GraphQL Code Generator that `controlApiCodegen` makes. */
export interface ControlApiCodegenConfig extends CodegenConfig {}

/**
 * Makes a GraphQL Code Generator config that turns your operations into typed, pageable documents:
 *
 * ```ts
 * import { controlApiCodegen } from 'control-api-sdk/codegen';
 *
 * export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated/control-api.ts' });
 * ```
 *
 * The schema and the operations are read when the generator runs. Introspection needs no key and has a timeout of 30 seconds.
 *
 * @throws {ControlApiError} if both `baseUrl` and `schema` are set, or an option is unknown.
 */
export function controlApiCodegen(options: ControlApiCodegenOptions): ControlApiCodegenConfig {
  const { baseUrl, schema, operations, output, scalars = {}, openEnums = false, ...more } = options;
  const { checkLive, documents, origins, importFrom, ...others } = more;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new ControlApiError('configuration', `controlApiCodegen has no option \`${unknown}\`: check its name.`);
  return {
    schema: schemaSetting({ baseUrl, schema }, process.env),
    documents: documentsSetting([operations].flat(), [output]),
    generates: {
      [output]: {
        preset: controlApiPreset(options),
        // Other commands and tools read the options here.
        config: { scalars, openEnums },
      },
    },
  };
}
