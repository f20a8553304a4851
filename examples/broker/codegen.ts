import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
});
