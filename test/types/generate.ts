import { resolve } from 'node:path';
import type { ControlApiCodegenOptions } from '../../src/codegen/index.ts';

const here = import.meta.dirname;

/** The outputs that the type tests stand on. `test/codegen/type-tests.rest.test.ts` holds them against what is generated. */
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
