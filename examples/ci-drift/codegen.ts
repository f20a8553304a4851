import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  checkLive: true, // where CONTROL_API_URL is set: a change of the live schema that breaks you fails
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
});
