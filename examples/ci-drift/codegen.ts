import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  checkLive: true, // with CONTROL_API_URL, a breaking change of the live schema fails
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
});
