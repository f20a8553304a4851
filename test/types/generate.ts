import { resolve } from 'node:path';
import type { ControlApiCodegenOptions } from '../../src/codegen/index.ts';

const here = import.meta.dirname;

/** The generated files of the type tests. `test/codegen/type-tests.rest.test.ts` compares them with the generator. */
export const outputs: readonly ControlApiCodegenOptions[] = [
  { output: resolve(here, 'generated/relay.ts'), operations: resolve(here, 'operations/*.graphql') },
  { output: resolve(here, 'generated/relay-ast.ts'), documents: 'ast' as const },
].map((options) => ({
  schema: resolve(here, '../fixtures/relay.graphql'),
  operations: resolve(here, 'operations/common.graphql'),
  scalars: { DateTime: 'string' },
  importFrom: '../../../src/index.ts',
  ...options,
}));
