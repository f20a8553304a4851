import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  operations: 'operations/*.graphql',
  output: 'app/generated/control-api.ts',
});
