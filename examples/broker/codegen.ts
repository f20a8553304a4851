import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'node_modules/control-api-sdk/docs/invented.graphql',
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
});
