import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  operations: 'operations/*.graphql',
  output: 'server/generated/control-api.ts',
  scalars: { DateTime: 'string' },
  openEnums: true,
});
